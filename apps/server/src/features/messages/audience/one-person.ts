/** One record as it would be written to. */
import { AppError } from '@muster/contract/errors'
import type { MessageContent } from '@muster/contract/messages/messages.schema'
import { livingRows, nameSql, rowsToSql, tables } from '../../../engine/public.sql.ts'
import { type Caller, Homes, homeContext, scopeOf, type TeamModel } from '../../../engine/public.ts'
import { ident, one, sql } from '../../../platform/db.ts'
import type { MessageRow } from '../messages.repo.ts'
import type { AudienceDeps } from './audience.service.ts'
import { columnsIn } from './merge-columns.ts'
import { mergeValuesSql } from './merge-values.sql.ts'
import { addressFieldOf } from './sources.ts'

export interface OnePerson {
  name: string
  address: string | null
  values: Record<string, unknown>
}

/** With what the caller may read of it. @throws AppError not_found */
export async function recordAsRecipient(
  { pool }: Pick<AudienceDeps, 'pool'>,
  {
    model,
    caller,
    message,
    content,
  }: {
    model: TeamModel
    caller: Caller
    message: Pick<MessageRow, 'deliveryMethodId' | 'audience'>
    content: MessageContent
  },
  recordId: number,
): Promise<OnePerson> {
  const found = await new Homes(pool).find(model, recordId, async (dataCollectionId) => {
    const scope = scopeOf(homeContext({ model, caller }, dataCollectionId))
    const address = addressFieldOf(scope, message.deliveryMethodId, message.audience)
    const column = address ? ident(scope.alias, address.field.columnName) : sql`null::text`
    const row = await one<OnePerson>(
      pool,
      sql`select ${nameSql(scope)} as name,
            case when ${rowsToSql(address?.read ?? 'none', scope)} then ${column} end as address,
            ${mergeValuesSql(scope, columnsIn([content]), sql`${content.languageId}::text`)} as values
          from ${tables(scope)} where ${ident(scope.alias, 'record_id')} = ${recordId} and ${livingRows(scope)}`,
    )
    return row ?? null
  })
  if (!found) throw new AppError('not_found')
  return found
}
