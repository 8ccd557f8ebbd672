/** Fields whose type changed, so that values logged before the change no longer fit. */
import { ident, rows, sql, type Transaction } from '../../platform/db.ts'
import type { TeamModel } from '../model/model.ts'

/** Ids of the fields whose type changed after an operation. */
export async function fieldsChangedTypeSince(
  client: Transaction,
  model: TeamModel,
  operationId: number,
): Promise<Set<number>> {
  const found = await rows<{ id: number }>(
    client,
    sql`select distinct (details ->> 'dataFieldId')::bigint as id from ${ident(model.schema, 'operation')}
        where id > ${operationId} and undone_by is null and details ? 'dataFieldId'`,
  )
  return new Set(found.map(({ id }) => id))
}
