/** Tab-separated text of spreadsheets: quoted where a cell contains a tab or a line break. */

/** Rows of cells; a last empty line is no row. */
export const parseTsv = (text: string): string[][] => [...tsvRows(text)]

/** The same row by row, for long texts. */
export function* tsvRows(text: string): Generator<string[]> {
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const [cell, end] = text[at] === '"' ? quoted(text, at) : plain(text, at)
    row.push(cell)
    const stop = text[end]
    at = end + 1
    if (stop === '\t') continue
    if (stop === '\r' && text[at] === '\n') at++
    yield row
    row = []
    if (at >= text.length) break
  }
}

function plain(text: string, from: number): [cell: string, end: number] {
  let end = from
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end++
  return [text.slice(from, end), end]
}

/** A quote that is not closed by the end of a cell is part of plain text. */
function quoted(text: string, from: number): [cell: string, end: number] {
  let cell = ''
  let at = from + 1
  while (at < text.length) {
    if (text[at] !== '"') cell += text[at++]
    else if (text[at + 1] === '"') {
      cell += '"'
      at += 2
    } else break
  }
  const after = text[at + 1]
  const isClosed =
    text[at] === '"' && (after === undefined || after === '\t' || after === '\n' || after === '\r')
  return isClosed ? [cell, at + 1] : plain(text, from)
}

export function formatTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quote).join('\t')).join('\n')
}

const quote = (cell: string) => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
