/** What is known of the pictures at web addresses. */
import type { WebPictureProblem } from '@muster/contract/files/pictures'
import { type Executor, ident, one, rows, run, sql } from '../../../platform/db.ts'

/** Days after which a picture is fetched again, and minutes after which a problem is looked at again. */
const keptDays = 30
const problemMinutes = 60
const unreachableMinutes = 5
/** Of the thumbnails of a team. */
const maxBytes = 1024 ** 3
/** So that a row without a picture counts, too. */
const rowBytes = 500

export interface KnownPicture {
  problem: WebPictureProblem | null
  /** Changes when it is fetched again. */
  fetched: string
}

const table = (schema: string) => ident(schema, 'web_picture')

/** @returns undefined if it must be fetched, for the first time or again */
export function knownPicture(
  executor: Executor,
  schema: string,
  addressHash: string,
): Promise<KnownPicture | undefined> {
  return one(
    executor,
    sql`select problem, extract(epoch from fetched_at)::text as fetched from ${table(schema)}
        where address_hash = ${addressHash} and fetched_at > now() - case
          when problem is null then make_interval(days => ${keptDays})
          when problem = 'unreachable' then make_interval(mins => ${unreachableMinutes})
          else make_interval(mins => ${problemMinutes}) end`,
  )
}

export async function notePicture(
  executor: Executor,
  schema: string,
  addressHash: string,
  { problem, bytes }: { problem: WebPictureProblem | null; bytes: number },
): Promise<void> {
  await run(
    executor,
    sql`insert into ${table(schema)} (address_hash, problem, bytes) values (${addressHash}, ${problem}, ${bytes})
        on conflict (address_hash)
        do update set problem = excluded.problem, bytes = excluded.bytes, fetched_at = now()`,
  )
}

/** Removes what is too old, and the oldest beyond the limit. @returns the addresses whose thumbnails may go */
export async function forgetPictures(executor: Executor, schema: string): Promise<string[]> {
  const forgotten = await rows<{ hash: string }>(
    executor,
    sql`delete from ${table(schema)} where address_hash in (
          select s.address_hash from (
            select address_hash, fetched_at, sum(bytes + ${rowBytes}) over (order by fetched_at desc, address_hash) as total
            from ${table(schema)}) s
          where s.total > ${maxBytes} or s.fetched_at < now() - make_interval(days => ${keptDays}))
        returning address_hash as hash`,
  )
  return forgotten.map(({ hash }) => hash)
}

export async function allPictures(executor: Executor, schema: string): Promise<string[]> {
  const all = await rows<{ hash: string }>(executor, sql`select address_hash as hash from ${table(schema)}`)
  return all.map(({ hash }) => hash)
}
