/**
 * The search: computes keys by rule, pairs that share one, and groups as connected components, in statements
 * over all records. Pairs marked as not duplicates are left out.
 */

import type { FindDuplicatesBody } from '@muster/contract/duplicates/duplicates.schema'
import {
  identifyingTypes,
  isBirthDate,
  isUnited,
  nameOfRecord,
} from '@muster/contract/duplicates/duplicates.schema'
import { livingRows, systemRows, tableOf, tables } from '../../engine/public.sql.ts'
import type { FieldModel, Scope } from '../../engine/public.ts'
import { ident, join, one, rawSql, run, type Sql, sql, type Transaction } from '../../platform/db.ts'
import { certainties, certaintyOf, keyOf, part } from './keys.ts'

export interface ScanWork {
  client: Transaction
  scope: Scope
  scanId: number
  body: FindDuplicatesBody
  /** Called after each step; throws to stop. */
  onProgress(processed: number, total: number): Promise<void>
}

/** Keys with more records than this ignore dismissed pairs; in smaller ones each pair is checked. */
const maxPairs = 200
/** Records whose names are less similar than this count as different. */
const minNameSimilarity = 0.55
/** Certainty, of 100, of a pair that shares a value but differs in name or in a unique field. */
const doubtfulCertainty = 50
/** Number of texts that one statement compares with all others. */
const similarBatchSize = 500

/** Fills the scan's groups and members. */
export async function scanDuplicates(work: ScanWork): Promise<{ groups: number; records: number }> {
  const { client, scope, body } = work
  await run(
    client,
    rawSql(`create temporary table dup_key (key text collate "C", record_id bigint) on commit drop`),
  )
  await run(
    client,
    rawSql(`create temporary table dup_edge (a bigint, b bigint, certainty int) on commit drop`),
  )
  const steps = await countSteps(work)
  let done = 0
  for (const rule of body.rules) {
    await run(client, rawSql('truncate dup_key'))
    const certainty = certaintyOf(rule, scope.access, (name) => {
      const field = scope.access.fields.get(name)?.field
      return field !== undefined && identifyingTypes.has(field.dataType)
    })
    const key = keyOf(rule, scope, body)
    const isSimilar = rule.compare === 'similar'
    await run(client, keysSql(scope, key, !isSimilar))
    await run(client, rawSql('analyze dup_key'))
    await run(client, pairsOfKeys(scope, certainty))
    if (!rule.fields.includes(nameOfRecord)) await lowerForDifferentNames(work)
    if (isSimilar) done = await pairSimilar(work, done, steps)
    else await work.onProgress(++done, steps)
  }
  await weighOtherFields(work)
  await labelComponents(client)
  await work.onProgress(++done, steps)
  return storeGroups(work)
}

function keysSql(scope: Scope, key: Sql, onlyShared: boolean): Sql {
  const keyed = sql`select ${ident(scope.alias, 'record_id')} as record_id, ${key} as key
    from ${tables(scope)} where ${livingRows(scope)}`
  if (!onlyShared)
    return sql`insert into dup_key select key, record_id from (${keyed}) k where key is not null`
  return sql`insert into dup_key select key, record_id from (
      select key, record_id, count(*) over (partition by key) as size from (${keyed}) k where key is not null) s
    where size > 1`
}

/** Pairs each record of a key with the first; in a key with dismissed pairs, stores every other pair. */
function pairsOfKeys(scope: Scope, certainty: number): Sql {
  const notDuplicates = ident(scope.schema, 'not_duplicate')
  return sql`with sized as (
      select key, record_id, min(record_id) over (partition by key) as first, count(*) over (partition by key) as size
      from dup_key),
    seen as (
      select distinct a.key from ${notDuplicates} n
        join sized a on a.record_id = n.record_a join sized b on b.record_id = n.record_b and b.key = a.key
      where a.size <= ${rawSql(String(maxPairs))})
    insert into dup_edge
    select first, record_id, ${rawSql(String(certainty))} from sized
    where size > 1 and record_id <> first and key not in (select key from seen)
    union all
    select a.record_id, b.record_id, ${rawSql(String(certainty))}
    from seen s join sized a on a.key = s.key join sized b on b.key = s.key and b.record_id > a.record_id
    where not exists (select from ${notDuplicates} n where n.record_a = a.record_id and n.record_b = b.record_id)`
}

/** A shared value proves little where names differ: an office's phone number belongs to many people. */
async function lowerForDifferentNames({ client, scope }: ScanWork): Promise<void> {
  if (systemRows(nameOfRecord, scope.access) !== 'all') return
  const catalogue = ident(scope.schema, 'data_record')
  const fold = ident(scope.schema, 'fold')
  await run(
    client,
    sql`update dup_edge e set certainty = ${rawSql(String(doubtfulCertainty))}
        from ${catalogue} a, ${catalogue} b
        where a.id = e.a and b.id = e.b and e.certainty > ${rawSql(String(doubtfulCertainty))}
          and a.name <> '' and b.name <> ''
          and similarity(${fold}(a.name), ${fold}(b.name)) < ${rawSql(String(minNameSimilarity))}`,
  )
}

/** Fields with one value each that the caller reads in every record and that people enter. */
function comparedFields({ scope }: ScanWork): FieldModel[] {
  return [...scope.access.fields.values()].flatMap(({ field, read }) =>
    read === 'all' && !isUnited(field.type) && !field.type.isAutomatic?.(field.settings) ? [field] : [],
  )
}

/** How many equal values of other fields are evidence: one may be a town that many share. */
const enoughEqual = 2

/**
 * What other fields say about each pair: different addresses, birth dates or unique values speak against it, equal ones
 * for it. Numbers that the server assigns say nothing: the same thing entered twice has two of them.
 */
async function weighOtherFields(work: ScanWork): Promise<void> {
  const { client, scope, body } = work
  const pairOf = ({ columnName }: FieldModel) =>
    [
      part(columnName, { ...scope, alias: 'a' }, body),
      part(columnName, { ...scope, alias: 'b' }, body),
    ] as const
  const isTelling = (field: FieldModel) =>
    field.isUnique || identifyingTypes.has(field.dataType) || isBirthDate(field)
  const nameId = scope.access.home.nameFieldId
  const others = comparedFields(work).filter(({ id }) => id !== nameId)
  const telling = others.filter(isTelling).map(pairOf)
  const weak = others.filter((field) => !isTelling(field)).map(pairOf)
  const isOpposed = join(
    [rawSql('false'), ...telling.map(([a, b]) => sql`coalesce(${a} <> ${b}, false)`)],
    ' or ',
  )
  const isAlike = join(
    [rawSql('false'), ...telling.map(([a, b]) => sql`coalesce(${a} = ${b}, false)`)],
    ' or ',
  )
  const equal = join([rawSql('0'), ...weak.map(([a, b]) => sql`coalesce((${a} = ${b})::int, 0)`)], ' + ')
  const table = tableOf(scope)
  await run(
    client,
    sql`update dup_edge e set certainty = case
          when ${isOpposed} then least(e.certainty, ${certainties.opposed}::int)
          when e.certainty = ${certainties.nameAlone}::int
            and (${isAlike} or ${equal} >= ${rawSql(String(enoughEqual))}) then ${certainties.evident}::int
          else e.certainty end
        from ${table} a, ${table} b where a.record_id = e.a and b.record_id = e.b`,
  )
}

async function countSteps({ client, scope, body }: ScanWork): Promise<number> {
  const similar = body.rules.filter(({ compare }) => compare === 'similar').length
  const exact = body.rules.length - similar
  if (similar === 0) return exact + 1
  const row = await one<{ n: number }>(
    client,
    sql`select count(*) as n from ${tables(scope)} where ${livingRows(scope)}`,
  )
  return exact + 1 + similar * Math.max(1, Math.ceil((row?.n ?? 0) / similarBatchSize))
}

/** Pairs texts with similar trigrams, comparing a batch with all texts at a time. */
async function pairSimilar(work: ScanWork, done: number, steps: number): Promise<number> {
  const { client, scope, body } = work
  await run(client, rawSql('drop table if exists dup_text'))
  // Equal texts are already paired; one record represents all of them.
  await run(
    client,
    rawSql(`create temporary table dup_text on commit drop as
      select key, min(record_id) as record_id, (row_number() over (order by key))::int as n from dup_key group by key`),
  )
  await run(client, rawSql('create index on dup_text using gin (key gin_trgm_ops)'))
  await run(client, rawSql('create index on dup_text (n)'))
  await run(client, rawSql('analyze dup_text'))
  await run(client, sql`select set_config('pg_trgm.similarity_threshold', ${String(body.similarity)}, true)`)
  const count = (await one<{ n: number }>(client, sql`select count(*) as n from dup_text`))?.n ?? 0
  const before = done
  const expected = Math.max(1, Math.ceil(count / similarBatchSize))
  for (let from = 0; from < count; from += similarBatchSize) {
    await run(
      client,
      sql`insert into dup_edge
          select a.record_id, b.record_id, least(89, round(similarity(a.key, b.key) * 100))::int
          from dup_text a join dup_text b on b.key % a.key and b.n > a.n
          where a.n > ${from} and a.n <= ${from + similarBatchSize}
            and not exists (select from ${ident(scope.schema, 'not_duplicate')} x
              where x.record_a = least(a.record_id, b.record_id) and x.record_b = greatest(a.record_id, b.record_id))`,
    )
    await work.onProgress(Math.min(++done, steps), steps)
  }
  return before + expected
}

/** Labels records with the smallest id in their connected component, by neighbours' and labels' labels. */
async function labelComponents(client: Transaction): Promise<void> {
  await run(
    client,
    rawSql(`create temporary table dup_label on commit drop as
      select record_id, record_id as label from (select a as record_id from dup_edge union select b from dup_edge) e`),
  )
  await run(client, rawSql('create unique index on dup_label (record_id)'))
  await run(client, rawSql('analyze dup_label, dup_edge'))
  for (let changed = 1; changed > 0; ) {
    changed = await run(
      client,
      rawSql(`update dup_label l set label = x.label from (
          select record_id, min(label) as label from (
            select e.a as record_id, lb.label from dup_edge e join dup_label lb on lb.record_id = e.b
            union all select e.b, la.label from dup_edge e join dup_label la on la.record_id = e.a) n
          group by 1) x
        where l.record_id = x.record_id and x.label < l.label`),
    )
    if (changed === 0) break
    await run(
      client,
      rawSql(`update dup_label l set label = up.label from dup_label up
        where up.record_id = l.label and up.label < l.label`),
    )
  }
}

async function storeGroups(work: ScanWork): Promise<{ groups: number; records: number }> {
  const { client, scope, scanId, body } = work
  const differs = comparedFields(work).map(({ columnName }) => {
    const value = part(columnName, scope, body)
    return sql`case when count(distinct ${value}) > 1 then ${columnName}::text end`
  })
  const members = await run(
    client,
    sql`with sure as (
        select l.label, min(e.certainty) as certainty from dup_edge e join dup_label l on l.record_id = e.a group by 1),
      differing as (
        select l.label, array_remove(array[${join([rawSql('null::text'), ...differs])}], null) as differs
        from dup_label l join ${tableOf(scope)} ${ident(scope.alias)} on ${ident(scope.alias, 'record_id')} = l.record_id
        group by 1),
      numbered as (
        select s.label, s.certainty, d.differs,
          row_number() over (order by s.certainty desc, g.size desc, s.label)::int as n
        from sure s join (select label, count(*) as size from dup_label group by 1) g on g.label = s.label
          join differing d on d.label = s.label),
      groups as (
        insert into ${ident(scope.schema, 'duplicate_group')} (scan_id, n, certainty, is_certain, differs)
        select ${scanId}::bigint, n, certainty, certainty >= 90 and differs = '{}', differs from numbered)
      insert into ${ident(scope.schema, 'duplicate_member')} (scan_id, n, record_id, version)
      select ${scanId}::bigint, g.n, l.record_id, r.version
      from dup_label l join numbered g on g.label = l.label
        join ${ident(scope.schema, 'data_record')} r on r.id = l.record_id`,
  )
  const row = await one<{ n: number }>(
    client,
    sql`select count(*) as n from ${ident(scope.schema, 'duplicate_group')} where scan_id = ${scanId}`,
  )
  return { groups: row?.n ?? 0, records: members }
}
