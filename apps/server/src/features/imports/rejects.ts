/** Writes rejected rows to a CSV file beside the upload: line, column and reason, then the original row. */
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { to as copyTo } from 'pg-copy-streams'
import { join, literal, rawSql, rows, type Sql, sql, type Transaction } from '../../platform/db.ts'
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
    const title = rawSql(`"${(titles[index] as string).replaceAll('"', '""').slice(0, 60)} ${index + 1}"`)
    return sql`${harmless(rawSql(`s.c${index}`))} as ${title}`
  })
  const query = sql`copy (select s.line as "Row", x.columns as "Column", x.codes as "Reason", ${join(cells)}
    from ${numbered(hasHeader)} s join (
      select x.record_id, string_agg(distinct ${columnTitle}, ', ') as columns,
        string_agg(distinct x.code, ', ') as codes from ${rejects} x group by x.record_id) x
      on x.record_id = s.record_id order by s.line) to stdout with (format csv, header)`
  await pipeline(client.query(copyTo(query.sql)), fs.createWriteStream(file, { mode: 0o600 }))
}
