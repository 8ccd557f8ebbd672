/** Routes for collections. Those for fields are in fields.routes.ts. */

import type { collectionsApi } from '@muster/contract/collections/collections.api'
import { AppError } from '@muster/contract/errors'
import { type Deps, keepIndexesSoon, RecordReader } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import {
  createCollection,
  getCollection,
  listCollections,
  removeCollection,
  restoreCollection,
  updateCollection,
} from './collections.service.ts'

export function collectionsRoutes(deps: Deps) {
  const reader = new RecordReader(deps)
  const counterIf = (isRequested: boolean | undefined) => (isRequested ? reader : undefined)
  /** Smart collections need indexes, as views do. */
  const indexed = async <Result>(teamId: number, result: Result, isNeeded = true): Promise<Result> => {
    if (isNeeded) await keepIndexesSoon(deps, teamId)
    return result
  }
  return {
    async listByTeam({ query }, { teamUserOf, language }) {
      const teamUser = await teamUserOf(query.TeamId)
      const counter = counterIf(query.countObjects)
      return { dataCollection: await listCollections(deps, teamUser, { counter, language }) }
    },
    async list({ query }, { teamUser, language }) {
      const counter = counterIf(query.countObjects)
      const isTrash = query.deleted
      return { dataCollection: await listCollections(deps, teamUser, { counter, isTrash, language }) }
    },
    get: ({ params, query }, { teamUser }) =>
      getCollection(deps, teamUser, params.dataCollectionId, counterIf(query.countObjects)),
    create: async ({ body }, { teamUser }) =>
      indexed(teamUser.teamId, await createCollection(deps, teamUser, body), body.isSmartCollection),
    async update({ params, body }, { teamUser, user }) {
      const { blueprintMarketplacePrice, blueprintMarketplaceCurrency } = body
      const isOffered = blueprintMarketplacePrice !== undefined || blueprintMarketplaceCurrency !== undefined
      if (isOffered && !user.isSysAdmin) throw new AppError('access_denied')
      const isFilterChange = body.membershipDataFilter !== undefined || body.isSmartCollection !== undefined
      const after = await updateCollection(deps, teamUser, params.dataCollectionId, body)
      return indexed(teamUser.teamId, after, isFilterChange)
    },
    remove: async ({ params }, { teamUser }) =>
      indexed(teamUser.teamId, await removeCollection(deps, teamUser, params.dataCollectionId)),
    restore: async ({ params }, { teamUser }) =>
      indexed(teamUser.teamId, await restoreCollection(deps, teamUser, params.dataCollectionId)),
  } satisfies Partial<Handlers<typeof collectionsApi>>
}
