/**
 * A long conversion runs while others write. It stores a digest of each value; once the table is locked,
 * values whose digest differs are converted again. So no write is lost, whatever its source.
 */

import { homeTable, storageOf } from '../../../engine/public.sql.ts'
import type { FieldModel, TeamModel } from '../../../engine/public.ts'
import { ident, one, rows, run, type Sql, sql, type Transaction } from '../../../platform/db.ts'
import { createStage, dropDuplicates, fillStage, type OnStaged, type Staged, stageTable } from './stage.ts'

const digests = ident('type_change_noted')

/** Stages without a lock. Digests are stored before values are read: changes in between are read twice. */
export async function stageUnlocked(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  target: FieldModel,
  onStaged: OnStaged,
): Promise<Staged> {
  await run(
    client,
    sql`create temporary table ${digests} on commit drop as
        select t.record_id, ${digest(model, field)} as digest from ${filledRows(model, field)}`,
  )
  await run(client, sql`alter table ${digests} add primary key (record_id)`)
  await createStage(client, model, target)
  return fillStage(client, model, field, target, sql`true`, undefined, onStaged)
}

/** Call with the table locked: updates the stage with values changed since. */
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
          full join ${digests} n on n.record_id = i.record_id
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
  return dropDuplicates(client, model, field, target, result)
}

/** The `from` clause for records with a value, as `t`. */
export function filledRows(model: TeamModel, field: FieldModel): Sql {
  const isEmpty = storageOf(field).isEmpty(field, { schema: model.schema, alias: 't' })
  return sql`${homeTable(model, field)} t where not ${isEmpty}`
}

function digest(model: TeamModel, field: FieldModel): Sql {
  const value = storageOf(field).read(field, { schema: model.schema, alias: 't' })
  return sql`md5(to_json(${value})::text)`
}
