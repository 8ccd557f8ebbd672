/** Records as CSV. Where PostgreSQL can write every text, its COPY goes to the file as it is. */
import fs from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { defuse } from '@muster/contract/exports/cells'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { inlined } from './inline.ts'
import { rowsOf } from './rows.ts'
import type { ExportStatement } from './statement.ts'

/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\ufeff'

export interface Target {
  path: string
  signal: AbortSignal
  /** Rows written so far, where this side counts them. */
  onRows(count: number): void
}

export async function writeCsv(
  client: pg.PoolClient,
  { columns, rows }: ExportStatement,
  delimiter: string,
  target: Target,
): Promise<void> {
  const line = lineWriter(delimiter)
  const head = byteOrderMark + line(columns.map(({ header }) => defuse(header)))
  const file = () => fs.createWriteStream(target.path, { mode: 0o600, flags: 'a' })
  await fs.promises.writeFile(target.path, head, { mode: 0o600 })
  if (columns.every(({ finish }) => !finish)) {
    const copy = `copy (${inlined(rows)}) to stdout with (format csv, delimiter ${delimiter === '\t' ? "e'\\t'" : `'${delimiter}'`})`
    await pipeline(client.query(copyTo(copy)), file(), { signal: target.signal })
    return
  }
  async function* lines(): AsyncGenerator<string> {
    for await (const batch of rowsOf(client, rows)) {
      yield batch
        .map((texts) =>
          line(
            texts.map((text, n) => {
              const { finish, isFree } = columns[n]!
              if (text === null || !finish) return text
              return isFree ? defuse(finish(text)) : finish(text)
            }),
          ),
        )
        .join('')
      target.onRows(batch.length)
    }
  }
  await pipeline(Readable.from(lines()), file(), { signal: target.signal })
}

/** As PostgreSQL's COPY writes: quotes where they are needed, and round an empty text that is no empty cell. */
export function lineWriter(delimiter: string): (cells: readonly (string | null)[]) => string {
  const odd = new RegExp(`["\\r\\n${delimiter}]`)
  const cell = (text: string | null): string =>
    text === null ? '' : text === '' || odd.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  return (cells) => `${cells.map(cell).join(delimiter)}\n`
}
