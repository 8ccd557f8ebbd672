/** The row that an operation is. */
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { ident, one, run, sql, type Transaction } from '../../../platform/db.ts'
import type { TeamModel } from '../../../platform/model/model.ts'
import type { Caller } from '../access.ts'

export async function insertOperation(
  client: Transaction,
  model: TeamModel,
  caller: Caller,
  kind: OperationRef['kind'],
  undoes: number | null = null,
): Promise<number> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into ${ident(model.schema, 'operation')} (kind, team_user_id, undoes)
        values (${kind}, ${caller.teamUserId || null}, ${undoes}) returning id`,
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
