/**
 * Copies the file's rows to a temporary table of texts, `c0` to `cN`, each with the id of its future record.
 */
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { stringify } from 'csv-stringify'
import { from as copyFrom } from 'pg-copy-streams'
import { join, rawSql, run, type Sql, sql, type Transaction } from '../../platform/db.ts'
import { utf8Chunks } from './encoding.ts'
import type { Reading } from './inspect.ts'

export const stage = rawSql('pg_temp.import_stage')
export const rejects = rawSql('pg_temp.import_reject')

/** The text of a column of the file; empty cells are null. */
export function cellOf(index: number): Sql {
  return rawSql(`s.c${index}`)
}

export interface Staging {
  file: string
  reading: Reading
  /** Number of columns in the file. All are staged, because the rejects file contains them. */
  width: number
  /** See `Inspection`. */
  isEven: boolean
  schema: string
  onProgress(bytes: number): Promise<void>
  signal: AbortSignal
}

/**
 * Copies the file into `import_stage`. A file whose rows are equally wide goes to COPY unchanged; ragged rows
 * are padded. @returns the number of rows
 */
export async function stageFile(client: Transaction, staging: Staging): Promise<number> {
  const { file, reading, width, isEven, schema, signal } = staging
  const columns = Array.from({ length: width }, (_, index) => rawSql(`c${index}`))
  const typed = columns.map((column) => sql`${column} text`)
  await run(
    client,
    sql`create temp table import_stage (
          record_id bigint not null default nextval(${rawSql(`'"${schema}".record_id'`)}), ${join(typed)})
        on commit drop`,
  )
  await run(
    client,
    sql`create temp table import_reject (record_id bigint not null, c int, code text not null, value text)
        on commit drop`,
  )
  const source = Readable.from(utf8Chunks(file, reading.encoding, reading.oddBytes !== null), {
    objectMode: false,
  })
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      staging.onProgress(chunk.length).then(() => done(null, chunk), done)
    },
  })
  const names = join(columns).sql
  const format = `format csv, header ${reading.hasHeader && isEven}, delimiter '${isEven ? reading.delimiter : ','}'`
  const target = client.query(
    copyFrom(
      `copy pg_temp.import_stage (${names}) from stdin with (${format}, null '', force_null (${names}))`,
    ),
  )
  const middle = isEven ? [new PassThrough()] : padRows(reading, width)
  await pipeline([source, counted, ...middle, target], { signal })
  return target.rowCount
}

/** Pads ragged rows to the width of the widest row, so that no cell is lost. */
function padRows(reading: Reading, width: number): (Transform | NodeJS.ReadWriteStream)[] {
  const parser = parse({
    delimiter: reading.delimiter,
    relaxColumnCount: true,
    skipEmptyLines: true,
    from: reading.hasHeader ? 2 : 1,
  })
  const pad = new Transform({
    objectMode: true,
    transform(row: string[], _encoding, done) {
      const even = row.slice(0, width)
      while (even.length < width) even.push('')
      done(null, even)
    },
  })
  return [parser, pad, stringify()]
}
