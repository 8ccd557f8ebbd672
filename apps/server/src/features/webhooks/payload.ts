/** The body of a request: which records changed, with what the webhook's owner may read of them now. */
import { AppError } from '@muster/contract/errors'
import type { WebhookKind } from '@muster/contract/integrations/webhooks.api'
import {
  all,
  always,
  membershipToSql,
  nameSql,
  rowsToSql,
  selectedFields,
  tables,
  valuesRow,
} from '../../engine/public.sql.ts'
import { type CallerContext, scopeOf, treeContext } from '../../engine/public.ts'
import { type Executor, ident, queryText, sql } from '../../platform/db.ts'
import type { WaitingDelivery } from './deliveries.repo.ts'

/** @param at ISO 8601 */
export function bodyOf(type: WebhookKind | 'test', at: string, data: string): string {
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(at)},"data":${data}}`
}

/**
 * The records of a delivery as JSON, with their values unless they were deleted or the webhook has none. Records that
 * the owner may not read are left out, and so are changes of fields that the owner may not read.
 *
 * @returns null if nothing is left, or the owner has lost access to the collection
 */
export async function recordsOf(
  context: CallerContext & { executor: Executor },
  { dataCollectionId, withValues }: { dataCollectionId: number; withValues: boolean },
  { operationId, recordIds, kind }: Pick<WaitingDelivery, 'operationId' | 'recordIds' | 'kind'>,
): Promise<string | null> {
  let tree: ReturnType<typeof treeContext<typeof context>>
  try {
    tree = treeContext(context, dataCollectionId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
  const scope = scopeOf(tree)
  const { access, schema } = scope
  const columns = [...access.fields.keys(), '@collections']
  const hasValues = withValues && kind !== 'record.deleted'
  const values = hasValues ? sql`, ${valuesRow(scope, selectedFields(scope, undefined))}` : sql``
  const isKnown = kind === 'record.updated' ? sql`l.after ?| ${columns}::text[]` : always
  const [row] = await queryText(
    tree.executor,
    sql`select json_agg(json_build_object('id', r.id, 'version', r.version, 'name', ${nameSql(scope)}
            ${hasValues ? sql`, 'values', row_to_json(v)` : sql``}) order by r.id)
        from ${ident(schema, 'log_event')} l join ${tables(scope)} on r.id = l.record_id ${values}
        where l.operation_id = ${operationId} and l.record_id = any(${recordIds}::bigint[])
          and ${all([isKnown, membershipToSql(access.collection, scope), rowsToSql(access.visible, scope)])}`,
    false,
  )
  return row?.[0] ?? null
}
