/** Writes records as CSV. If PostgreSQL can format every text, its COPY output goes directly to the file. */
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
  /** Called with the number of rows in each batch; not called for a COPY. */
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

/** Same format as PostgreSQL's COPY: quotes where needed, and around empty texts, unlike null. */
export function lineWriter(delimiter: string): (cells: readonly (string | null)[]) => string {
  const special = new RegExp(`["\\r\\n${delimiter}]`)
  const cell = (text: string | null): string =>
    text === null ? '' : text === '' || special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  return (cells) => `${cells.map(cell).join(delimiter)}\n`
}
