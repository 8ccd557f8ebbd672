/**
 * A long conversion runs while others go on writing. What it read is noted by its digest; once the table stands still,
 * whatever differs from the note is converted again. So no write is lost, by whatever way it came.
 */

import { homeTable, storageOf } from '../../../engine/public.sql.ts'
import type { FieldModel, TeamModel } from '../../../engine/public.ts'
import { ident, one, rows, run, type Sql, sql, type Transaction } from '../../../platform/db.ts'
import { createStage, dropDoubled, fillStage, type OnStaged, type Staged, stageTable } from './stage.ts'

const noted = ident('type_change_noted')

/** Stages without a lock. Values must be noted before they are read: what changes between is then read twice. */
export async function stageMeanwhile(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  target: FieldModel,
  onStaged: OnStaged,
): Promise<Staged> {
  await run(
    client,
    sql`create temporary table ${noted} on commit drop as
        select t.record_id, ${digest(model, field)} as digest from ${filledRows(model, field)}`,
  )
  await run(client, sql`alter table ${noted} add primary key (record_id)`)
  await createStage(client, model, target)
  return fillStage(client, model, field, target, sql`true`, undefined, onStaged)
}

/** To be called with the table locked: brings the stage up to what is there now. */
export async function catchUp(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  target: FieldModel,
): Promise<Staged> {
  const changed = await rows<{ id: number }>(
    client,
    sql`select coalesce(n.record_id, i.record_id) as id
        from (select t.record_id, ${digest(model, field)} as digest from ${filledRows(model, field)}) i
          full join ${noted} n on n.record_id = i.record_id
        where i.digest is distinct from n.digest`,
  )
  const staged = stageTable(model, target)
  if (changed.length > 0) {
    const ids = sql`any(${changed.map(({ id }) => id)}::bigint[])`
    await run(client, sql`delete from ${staged} where record_id = ${ids}`)
    await fillStage(client, model, field, target, sql`t.record_id = ${ids}`)
  }
  const counted = await one<{ filled: number; converted: number }>(
    client,
    sql`select (select count(*) from ${filledRows(model, field)}) as filled,
          (select count(*) from ${staged}) as converted`,
  )
  const { filled, converted } = counted!
  const result = { filled, converted, lost: filled - converted, samples: [], lostIds: [] }
  return dropDoubled(client, model, field, target, result)
}

/** Records with a value, as `t`: what follows `from`. */
export function filledRows(model: TeamModel, field: FieldModel): Sql {
  const isEmpty = storageOf(field).isEmpty(field, { schema: model.schema, alias: 't' })
  return sql`${homeTable(model, field)} t where not ${isEmpty}`
}

function digest(model: TeamModel, field: FieldModel): Sql {
  const value = storageOf(field).read(field, { schema: model.schema, alias: 't' })
  return sql`md5(to_json(${value})::text)`
}
