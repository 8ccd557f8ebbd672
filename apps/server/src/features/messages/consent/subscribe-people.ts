/** Subscribes people of a collection whose consent was given elsewhere: on paper, or in another program. */
import type { Body } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import type { consentApi } from '@muster/contract/messages/consent.api'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import { all, always, rowsToSql, selectedFields, selectionOf } from '../../../engine/public.sql.ts'
import { collectionOf, type Deps, invalid, type Scope, scopeOf, treeContext } from '../../../engine/public.ts'
import { type Executor, ident, rows, type Sql, sql, transaction } from '../../../platform/db.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import { addressHash, addressTypes } from '../audience/address.ts'
import { representsPeople } from '../audience/sources.ts'
import { lockSubject, setSubscriptions } from './subjects.repo.ts'

const batchSize = 5_000

/**
 * Those who left stay unsubscribed: only they themselves come back.
 *
 * @returns how many were subscribed, and how many have no address, or were subscribed or unsubscribed before
 * @throws AppError not_found, validation_failed for a collection without people or without addresses
 */
export async function subscribePeople(
  { pool, models, config }: Pick<Deps, 'pool' | 'models' | 'config'>,
  teamUser: TeamUser,
  subjectId: number,
  { deliveryMethodId, dataCollectionId, dataRecordIds, source }: Body<typeof consentApi.subscribe>,
): Promise<{ subscribed: number; skipped: number }> {
  const model = await models.get(teamUser.teamId)
  const collection = collectionOf(model, dataCollectionId)
  if (!representsPeople(model, collection)) throw invalid('dataCollectionId', 'unknown_collection')
  const scope = scopeOf(treeContext({ model, caller: teamUser }, dataCollectionId))
  const found = await addressesIn(pool, scope, deliveryMethodId, dataRecordIds)
  if (!found) throw invalid('dataCollectionId', 'unknown_collection')
  const people = [...new Set(found.flatMap((address) => (address ? [address.toLowerCase()] : [])))].map(
    (address) => ({ address, addressHash: addressHash(config, model.teamId, address) }),
  )
  const subscribed = await transaction(pool, async (client) => {
    if (!(await lockSubject(client, model.teamId, subjectId))) throw new AppError('not_found')
    const change = { subjectIds: [subjectId], state: 'subscribed', language: null, source } as const
    let count = 0
    for (let start = 0; start < people.length; start += batchSize) {
      const batch = people.slice(start, start + batchSize)
      count += await setSubscriptions(client, model, deliveryMethodId, batch, { ...change, keepsLeft: true })
    }
    return count
  })
  return { subscribed, skipped: found.length - subscribed }
}

/** The addresses of the records that the caller may read, with null for those without; undefined without a field. */
async function addressesIn(
  executor: Executor,
  scope: Scope,
  method: DeliveryMethod,
  ids: readonly number[] | undefined,
): Promise<(string | null)[] | undefined> {
  const first = selectedFields(scope, undefined).find(({ field }) => field.dataType === addressTypes[method])
  if (!first) return undefined
  const { source, where } = selectionOf(scope, { sort: [], deleted: false })
  const isWanted: Sql = ids ? sql`${ident(scope.alias, 'record_id')} = any(${[...ids]}::bigint[])` : always
  const column = ident(scope.alias, first.field.columnName)
  const readable = rowsToSql(first.read, scope)
  const found = await rows<{ address: string | null }>(
    executor,
    sql`select case when ${readable} then ${column} end as address from ${source} where ${all([where, isWanted])}`,
  )
  return found.map(({ address }) => address)
}
