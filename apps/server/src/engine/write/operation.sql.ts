/** Writes rows of `operation`. */

import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { ident, one, run, sql, type Transaction } from '../../platform/db.ts'
import type { WriteContext } from '../access/tree-context.ts'
import type { TeamModel } from '../model/model.ts'
import { byOf } from './mutate.sql.ts'

export async function insertOperation(
  { executor, model, caller }: Omit<WriteContext, 'access'>,
  kind: OperationRef['kind'],
  undoes: number | null = null,
): Promise<number> {
  const { teamUserId, actor } = byOf(caller)
  const row = await one<{ id: number }>(
    executor,
    sql`insert into ${ident(model.schema, 'operation')} (kind, team_user_id, actor, undoes)
        values (${kind}, ${teamUserId}, ${actor}, ${undoes}) returning id`,
  )
  return (row as { id: number }).id
}

export async function setRecordCount(
  client: Transaction,
  model: TeamModel,
  operationId: number,
  count: number,
  kind?: OperationRef['kind'],
): Promise<void> {
  await run(
    client,
    sql`update ${ident(model.schema, 'operation')}
        set record_count = ${count}, kind = coalesce(${kind ?? null}::text, kind) where id = ${operationId}`,
  )
}
