/** Finds a record's last change of membership in a plain collection. */

import type { MembershipExplanation } from '@muster/contract/membership/membership.schema'
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { eventsIn, rowsToSql, tables } from '../../engine/public.sql.ts'
import { scopeOf, type TreeContext } from '../../engine/public.ts'
import { ident, one, sql } from '../../platform/db.ts'
import { actorsOf } from '../operations/public.ts'

interface ChangeRow {
  isAdded: boolean
  at: string
  kind: OperationRef['kind']
  teamUserId: number | null
  mayRead: boolean
}

/** The last time the record was added or removed, else its creation as a member. */
export async function lastChange(
  context: TreeContext,
  recordId: number,
): Promise<MembershipExplanation['change']> {
  const { model, access, executor } = context
  const dataCollectionId = access.collection.id
  const scope = scopeOf(context)
  const has = (side: 'before' | 'after') =>
    sql`coalesce(l.${ident(side)} -> '@collections' @> to_jsonb(${dataCollectionId}::bigint), false)`
  const row = await one<ChangeRow>(
    executor,
    sql`select l.type = 'created' or ${has('after')} as "isAdded", o.at, o.kind, o.team_user_id as "teamUserId",
          (select coalesce(${rowsToSql(access.metadata, scope)}, false) from ${tables(scope)}
            where t.record_id = ${recordId}) as "mayRead"
        from ${eventsIn(model.schema)} l join ${ident(model.schema, 'operation')} o on o.id = l.operation_id
        where l.record_id = ${recordId} and (${has('before')} <> ${has('after')}
          or (l.type = 'created' and exists (select from ${ident(model.schema, 'membership')} m
            where m.record_id = ${recordId} and m.data_collection_id = ${dataCollectionId})))
        order by l.operation_id desc limit 1`,
  )
  if (!row) return null
  const actorOf = await actorsOf(executor, model.teamId, [row.teamUserId])
  return {
    isAdded: row.isAdded,
    at: row.mayRead ? new Date(row.at).toISOString() : null,
    by: row.mayRead ? actorOf(row.teamUserId) : null,
    kind: row.kind,
  }
}
