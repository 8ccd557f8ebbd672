/** The row that an operation is. */

import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { ident, one, run, sql, type Transaction } from '../../platform/db.ts'
import type { Caller } from '../access/caller.ts'
import type { TeamModel } from '../model/model.ts'
import { byOf } from './mutate.sql.ts'

export async function insertOperation(
  client: Transaction,
  model: TeamModel,
  caller: Caller,
  kind: OperationRef['kind'],
  undoes: number | null = null,
): Promise<number> {
  const { teamUserId, actor } = byOf(caller)
  const row = await one<{ id: number }>(
    client,
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
