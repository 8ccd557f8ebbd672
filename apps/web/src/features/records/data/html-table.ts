/**
 * The first table of HTML from the clipboard of a spreadsheet or web page: rows of cell texts; merged
 * cells keep their space. A plain text scanner, so that it can run in slices and never executes the HTML.
 */

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  middot: '·',
  bull: '•',
  times: '×',
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));?/gi, (whole, decimal, hex, name) => {
    if (name) return named[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/** Tags that start a new line in a cell. */
const lineTags = new Set(['br', 'p', 'div', 'li'])
/** Elements whose content is not text. */
const silentTags = new Set(['style', 'script', 'head', 'title', 'template'])
const mostSpan = 1000

interface Cell {
  text: string
  colspan: number
  rowspan: number
}

/** Rows of a table until its end; nothing where there is none. */
export function* htmlRows(html: string): Generator<string[]> {
  /** Columns still covered by cells of earlier rows: how many more rows. */
  const covered: number[] = []
  for (const cells of cellRows(html)) {
    const row: string[] = []
    const skip = () => {
      while ((covered[row.length] ?? 0) > 0) {
        covered[row.length] = (covered[row.length] ?? 0) - 1
        row.push('')
      }
    }
    for (const { text, colspan, rowspan } of cells) {
      skip()
      for (let n = 0; n < colspan; n++) {
        covered[row.length] = rowspan - 1
        row.push(n === 0 ? text : '')
      }
    }
    skip()
    yield row
  }
}

function* cellRows(html: string): Generator<Cell[]> {
  const tag = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9:]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi
  let depth = 0
  let row: Cell[] | null = null
  let cell: Cell | null = null
  let silent: string | null = null
  let at = 0
  for (let found = tag.exec(html); found; found = tag.exec(html)) {
    if (cell && silent === null) cell.text += plain(html.slice(at, found.index))
    at = tag.lastIndex
    const name = (found[2] ?? '').toLowerCase()
    const isEnd = found[1] === '/'
    if (silent !== null) {
      if (isEnd && name === silent) silent = null
      continue
    }
    if (silentTags.has(name) && !isEnd) silent = name
    else if (name === 'table') {
      depth += isEnd ? -1 : 1
      if (depth === 0 && isEnd) {
        if (row) yield closed(row)
        return
      }
    } else if (depth === 1 && name === 'tr') {
      if (row) yield closed(row)
      row = isEnd ? null : []
      cell = null
    } else if (depth === 1 && (name === 'td' || name === 'th')) {
      if (isEnd) cell = null
      else {
        row ??= []
        cell = { text: '', colspan: span(found[3], 'colspan'), rowspan: span(found[3], 'rowspan') }
        row.push(cell)
      }
    } else if (cell && lineTags.has(name) && (name === 'br' || (!isEnd && cell.text !== '')))
      cell.text += '\n'
  }
  if (row) yield closed(row)
}

const closed = (row: Cell[]): Cell[] =>
  row.map((cell) => ({ ...cell, text: decoded(cell.text.replace(/ *\n */g, '\n').trim()) }))

/** Whitespace of the source collapses to one space, as in HTML. */
const plain = (text: string): string => text.replace(/[ \t\r\n\f]+/g, ' ')

function span(attributes: string | undefined, name: string): number {
  const found = new RegExp(`\\b${name}\\s*=\\s*["']?(\\d+)`, 'i').exec(attributes ?? '')
  return Math.min(mostSpan, Math.max(1, Number(found?.[1] ?? 1)))
}

/** Spreadsheets put the same cells there as tab-separated text, quoted where needed, which is faster to parse. */
const isOfSpreadsheet = (html: string) =>
  /google-sheets-html-origin|ProgId content="?Excel|xmlns:x="urn:schemas-microsoft-com:office:excel"|LibreOffice|data-muster-cells/i.test(
    html.slice(0, 4000),
  )

/** Whether the clipboard's HTML has more information than its text: merged cells, line breaks inside cells. */
export function isBetterThanText(html: string, text: string): boolean {
  if (!/<table[\s>]/i.test(html)) return false
  if (text === '') return true
  return !isOfSpreadsheet(html)
}
