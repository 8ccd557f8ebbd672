/**
 * Converts the values of a field into a staging table: in batches, so that a million values are never in
 * memory at once, and while others read the real table. Preview and change build the same table; the preview
 * drops it, the change copies its columns.
 */

import type { TypeChangePreview } from '@muster/contract/fields/fields.schema'
import { uniqueKeys } from '../../../engine/public.design.ts'
import { homeTable, isLinks, storageOf } from '../../../engine/public.sql.ts'
import type { FieldModel, TeamModel } from '../../../engine/public.ts'
import { ident, join, one, rawSql, rows, run, type Sql, sql, type Transaction } from '../../../platform/db.ts'
import { converter, type MadeItems } from './convert.ts'

const batchSize = 5000
const maxSamples = 10

type Sample = TypeChangePreview['samples'][number]

export interface Staged extends Omit<TypeChangePreview, 'newItems'> {
  /** Records whose value could not be converted. */
  lostIds: number[]
}

/** The staging table of a field; it exists only within one transaction. */
export function stageTable(model: TeamModel, field: Pick<FieldModel, 'id'>): Sql {
  return ident(model.schema, `change_${field.id}`)
}

/** Names of the columns that are written, without generated ones; one JSON column for links. */
export function writtenColumns(field: FieldModel): string[] {
  if (isLinks(field)) return ['value']
  return storageOf(field)
    .columns(field)
    .filter(({ generated }) => !generated)
    .map(({ name }) => name)
}

/** Called after each batch with the number of values processed so far. */
export type OnStaged = (seen: number) => Promise<void>

/**
 * Converts the values of `field` into a new staging table with the columns of `target`.
 * @param only restricts the records: a condition on the alias `t`
 * @param made new items of the target's list, which count as existing
 */
export async function stage(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  target: FieldModel,
  only: Sql = sql`true`,
  made?: MadeItems,
  onStaged?: OnStaged,
): Promise<Staged> {
  await createStage(client, model, target)
  const staged = await fillStage(client, model, field, target, only, made, onStaged)
  return dropDuplicates(client, model, field, target, staged)
}

/** Converts values into the existing staging table, which may then contain duplicates of a unique field. */
export async function fillStage(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  target: FieldModel,
  only: Sql,
  made?: MadeItems,
  onStaged?: OnStaged,
): Promise<Staged> {
  const convert = converter(client, model, field, target, made)
  const result: Staged = { filled: 0, converted: 0, lost: 0, samples: [], lostIds: [] }
  const [good, bad]: [Sample[], Sample[]] = [[], []]
  await eachBatch(client, model, field, only, async (batch) => {
    const values = await convert(batch.map(({ value }) => value))
    const converted = batch.flatMap(({ id }, index) =>
      values[index] === null ? [] : [{ id, value: values[index] }],
    )
    await insertStaged(client, model, target, converted)
    result.filled += batch.length
    result.converted += converted.length
    for (const [index, { id, value }] of batch.entries()) {
      const after = values[index] ?? null
      if (after === null) result.lostIds.push(id)
      const group = after === null ? bad : good
      if (group.length < maxSamples) group.push({ recordId: id, before: value, after })
    }
    await onStaged?.(result.filled)
  })
  return { ...result, lost: result.filled - result.converted, samples: [...bad, ...good] }
}

/** The field's values, in the order of the records. */
export async function eachBatch(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  only: Sql,
  handle: (batch: readonly { id: number; value: unknown }[]) => Promise<void>,
): Promise<void> {
  const place = { schema: model.schema, alias: 't' }
  const { read, isEmpty } = storageOf(field)
  await run(
    client,
    sql`declare type_change no scroll cursor for
        select t.record_id as id, to_json(${read(field, place)}) as value from ${homeTable(model, field)} t
        where not ${isEmpty(field, place)} and ${only} order by t.record_id`,
  )
  for (;;) {
    const batch = await rows<{ id: number; value: unknown }>(
      client,
      sql`fetch ${rawSql(String(batchSize))} from type_change`,
    )
    if (batch.length === 0) break
    await handle(batch)
  }
  await run(client, sql`close type_change`)
}

export async function createStage(client: Transaction, model: TeamModel, target: FieldModel): Promise<void> {
  const columns = isLinks(target)
    ? [sql`value jsonb`]
    : storageOf(target)
        .columns(target)
        .filter(({ generated }) => !generated)
        .map(({ name, type }) => sql`${ident(name)} ${rawSql(type)}`)
  await run(
    client,
    sql`create unlogged table ${stageTable(model, target)} (record_id bigint primary key, ${join(columns)})`,
  )
}

async function insertStaged(
  client: Transaction,
  model: TeamModel,
  target: FieldModel,
  values: readonly { id: number; value: unknown }[],
): Promise<void> {
  if (values.length === 0) return
  const given = sql`e.v`
  const expressions = isLinks(target) ? [given] : storageOf(target).write(target, given)
  await run(
    client,
    sql`insert into ${stageTable(model, target)} (record_id, ${join(writtenColumns(target).map((name) => ident(name)))})
        select e.id, ${join([...expressions])}
        from (select id, v::jsonb as v from unnest(${values.map(({ id }) => id)}::bigint[],
          ${values.map(({ value }) => JSON.stringify(value))}::text[]) u (id, v)) e`,
  )
}

/** In a unique field, only the first of several records with the same converted value keeps it. */
export async function dropDuplicates(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  target: FieldModel,
  result: Staged,
): Promise<Staged> {
  if (!target.isUnique) return result
  const staged = stageTable(model, target)
  const keys = join([...uniqueKeys(target, { schema: model.schema, alias: 's' })])
  const dropped = await rows<{ id: number }>(
    client,
    sql`delete from ${staged} d using (
          select s.record_id, row_number() over (partition by ${keys} order by s.record_id) as n
          from ${staged} s join ${homeTable(model, field)} t on t.record_id = s.record_id
          where t.deleted_at is null
        ) x where x.record_id = d.record_id and x.n > 1 returning d.record_id as id`,
  )
  const duplicateIds = new Set(dropped.map(({ id }) => id))
  const converted = result.converted - duplicateIds.size
  return {
    ...result,
    lostIds: [...result.lostIds, ...duplicateIds],
    converted,
    lost: result.filled - converted,
    samples: result.samples.map((sample) =>
      duplicateIds.has(sample.recordId) ? { ...sample, after: null } : sample,
    ),
  }
}

/** Moves the staged values into the field's own columns or link table, and drops the stage. */
export async function takeStaged(client: Transaction, model: TeamModel, target: FieldModel): Promise<void> {
  const staged = stageTable(model, target)
  if (isLinks(target)) {
    await run(
      client,
      sql`insert into ${ident(model.schema, `link_${target.id}`)} (from_id, to_id, position)
          select s.record_id, e.id::bigint, e.n from ${staged} s,
            jsonb_array_elements_text(s.value) with ordinality e (id, n)
          on conflict do nothing`,
    )
  } else {
    const changes = writtenColumns(target).map((name) => sql`${ident(name)} = s.${ident(name)}`)
    await run(
      client,
      sql`update ${homeTable(model, target)} t set ${join(changes)} from ${staged} s
          where s.record_id = t.record_id`,
    )
  }
  await dropStage(client, model, target)
}

export async function dropStage(client: Transaction, model: TeamModel, target: FieldModel): Promise<void> {
  await run(client, sql`drop table ${stageTable(model, target)}`)
}

export async function countFilled(client: Transaction, model: TeamModel, field: FieldModel): Promise<number> {
  const isEmpty = storageOf(field).isEmpty(field, { schema: model.schema, alias: 't' })
  const row = await one<{ count: number }>(
    client,
    sql`select count(*) from ${homeTable(model, field)} t where not ${isEmpty}`,
  )
  return row!.count
}
