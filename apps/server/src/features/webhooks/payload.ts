/** The body of a request: which records changed, with what the webhook's owner may read of them now. */
import type { WebhookKind } from '@muster/contract/integrations/webhooks.api'
import { eventsIn, nameSql, selectedFields, tables, valuesRow } from '../../engine/public.sql.ts'
import type { Scope } from '../../engine/public.ts'
import { type Executor, empty, queryText, sql } from '../../platform/db.ts'
import type { WaitingDelivery } from './deliveries.repo.ts'
import { readableEvents } from './readable.ts'

/** @param at ISO 8601 */
export function bodyOf(type: WebhookKind | 'test', at: string, data: string): string {
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(at)},"data":${data}}`
}

/**
 * The records of a delivery as JSON: ids and versions, and if `withValues` names and values, unless they were deleted.
 *
 * @returns null if the owner may no longer read any of them
 */
export async function recordsOf(
  executor: Executor,
  scope: Scope,
  withValues: boolean,
  { operationId, recordIds, kind }: Pick<WaitingDelivery, 'operationId' | 'recordIds' | 'kind'>,
): Promise<string | null> {
  const hasValues = withValues && kind !== 'record.deleted'
  const values = hasValues ? sql`, ${valuesRow(scope, selectedFields(scope, undefined))}` : empty
  const parts = hasValues ? sql`, 'name', ${nameSql(scope)}, 'values', row_to_json(v)` : empty
  const [row] = await queryText(
    executor,
    sql`select json_agg(json_build_object('id', r.id, 'version', r.version${parts}) order by r.id)
        from ${eventsIn(scope.schema)} l join ${tables(scope)} on r.id = l.record_id ${values}
        where l.operation_id = ${operationId} and l.record_id = any(${recordIds}::bigint[])
          and ${readableEvents(scope)}`,
    false,
  )
  return row?.[0] ?? null
}
