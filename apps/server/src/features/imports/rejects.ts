/**
 * Writes rejected rows to a CSV file beside the upload: the original row, so that the mended file can be imported, then
 * its line, the column and the codes of the reasons. The codes are put in words when the file is read (`inWords`).
 */
import fs from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Language } from '@muster/contract/paging'
import { parse } from 'csv-parse'
import { stringify } from 'csv-stringify'
import { stringify as stringifySync } from 'csv-stringify/sync'
import { to as copyTo } from 'pg-copy-streams'
import { join, literal, rawSql, rows, type Sql, sql, type Transaction } from '../../platform/db.ts'
import { fieldErrorTitle, rejectTitles } from '../../platform/texts.ts'
import { rejects, stage } from './staging.ts'

export interface RejectSample {
  line: number
  column: string | null
  code: string
  value: string
}

const maxSamples = 50

/** Staged rows with their row numbers in a spreadsheet, where the header is row 1. */
export function numbered(hasHeader: boolean): Sql {
  const first = rawSql(hasHeader ? '1' : '0')
  return sql`(select s.*, row_number() over (order by s.record_id) + ${first} as line from ${stage} s)`
}

export async function rejectedRows(
  client: Transaction,
  headers: readonly string[],
  hasHeader: boolean,
): Promise<{ count: number; samples: RejectSample[] }> {
  const [total] = await rows<{ n: number }>(
    client,
    sql`select count(distinct record_id)::bigint as n from ${rejects}`,
  )
  if (!total || total.n === 0) return { count: 0, samples: [] }
  const found = await rows<{ line: number; c: number | null; code: string; value: string | null }>(
    client,
    sql`select s.line, x.c, x.code, x.value from ${rejects} x
        join ${numbered(hasHeader)} s on s.record_id = x.record_id
        order by s.line, x.c limit ${rawSql(String(maxSamples))}`,
  )
  return {
    count: total.n,
    samples: found.map(({ line, c, code, value }) => ({
      line,
      // For a required field without a column in the file, `value` is its title.
      column: c === null ? value : (headers[c] ?? null),
      code,
      value: c === null ? '' : (value ?? ''),
    })),
  }
}

/** How many rows were rejected for each reason. */
export async function rejectReasons(
  client: Transaction,
  headers: readonly string[],
): Promise<{ column: string | null; code: string; count: number }[]> {
  const found = await rows<{ c: number | null; code: string; title: string | null; n: number }>(
    client,
    sql`select c, code, case when c is null then value end as title, count(*) as n from ${rejects}
        group by 1, 2, 3 order by n desc, c limit 100`,
  )
  return found.map(({ c, code, title, n }) => ({
    column: c === null ? title : (headers[c] ?? null),
    code,
    count: Number(n),
  }))
}

/** Escapes a cell that a spreadsheet would run as a formula. */
function harmless(cell: Sql): Sql {
  return sql`case when ${cell} ~ '^[=@\t\r]' then '''' || ${cell} else ${cell} end`
}

export async function writeRejects(
  client: Transaction,
  file: string,
  headers: readonly string[],
  hasHeader: boolean,
): Promise<void> {
  const titles = headers.map((header, index) => header || `Column ${index + 1}`)
  const columnTitle = sql`coalesce((array[${join(titles.map(literal))}]::text[])[x.c + 1], x.value)`
  const cells = headers.map((_, index) => {
    return sql`${harmless(rawSql(`s.c${index}`))} as ${rawSql(`"c${index}"`)}`
  })
  const query = sql`copy (select ${join(cells)}, s.line, x.columns, x.codes
    from ${numbered(hasHeader)} s join (
      select x.record_id, string_agg(distinct ${columnTitle}, ', ') as columns,
        string_agg(distinct x.code, ', ') as codes from ${rejects} x group by x.record_id) x
      on x.record_id = s.record_id order by s.line) to stdout with (format csv)`
  const target = fs.createWriteStream(file, { mode: 0o600 })
  target.write(stringifySync([[...titles, 'Row', 'Column', 'Reason']]))
  await pipeline(client.query(copyTo(query.sql)), target)
}

/** The rejects file with its added titles and its reasons in a language. */
export function inWords(file: string, language: Language): Readable {
  let isFirst = true
  const translate = new Transform({
    objectMode: true,
    transform(row: string[], _encoding, done) {
      const end = row.length - 1
      const words = isFirst
        ? [...row.slice(0, -3), ...rejectTitles(language)]
        : row.with(
            end,
            (row[end] ?? '')
              .split(', ')
              .map((code) => fieldErrorTitle(code, language))
              .join(' '),
          )
      isFirst = false
      done(null, words)
    },
  })
  return fs
    .createReadStream(file)
    .pipe(parse({ relaxColumnCount: true }))
    .pipe(translate)
    .pipe(stringify())
}
