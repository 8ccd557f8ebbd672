/** Collections and their fields: a line per endpoint. */
import type { collectionsApi } from '@muster/contract/collections/collections.api'
import { AppError } from '@muster/contract/errors'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import {
  createField,
  listFields,
  removeField,
  reorderFields,
  restoreField,
  updateField,
} from '../fields/fields.service.ts'
import { listTypeChanges } from '../fields/type-change/long-change.ts'
import { changeFieldType, previewFieldType } from '../fields/type-change/type-change.service.ts'
import { RecordReader } from '../records/records.service.ts'
import { keepIndexesSoon } from '../views/views.jobs.ts'
import {
  createCollection,
  getCollection,
  listCollections,
  removeCollection,
  restoreCollection,
  updateCollection,
} from './collections.service.ts'

export function collectionsRoutes(deps: Deps): Handlers<typeof collectionsApi> {
  const reader = new RecordReader(deps)
  const counterIf = (isAsked: boolean | undefined) => (isAsked ? reader : undefined)
  /** Smart collections ask for indexes as views do. */
  const indexed = async <Result>(teamId: number, result: Result, isAsked = true): Promise<Result> => {
    if (isAsked) await keepIndexesSoon(deps, teamId)
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
      const isOffered = body.blueprintMarketplacePrice !== undefined
      if (isOffered && !user.isSysAdmin) throw new AppError('access_denied')
      const isOtherwise = body.membershipDataFilter !== undefined || body.isSmartCollection !== undefined
      const after = await updateCollection(deps, teamUser, params.dataCollectionId, body)
      return indexed(teamUser.teamId, after, isOtherwise)
    },
    remove: async ({ params }, { teamUser }) =>
      indexed(teamUser.teamId, await removeCollection(deps, teamUser, params.dataCollectionId)),
    restore: async ({ params }, { teamUser }) =>
      indexed(teamUser.teamId, await restoreCollection(deps, teamUser, params.dataCollectionId)),
    async listFields({ params, query }, { teamUser }) {
      const isTrash = query.deleted ?? false
      return { items: await listFields(deps, teamUser, params.dataCollectionId, isTrash) }
    },
    createField: ({ params, body }, { teamUser }) =>
      createField(deps, teamUser, params.dataCollectionId, body),
    updateField: ({ params, body }, { teamUser }) =>
      updateField(deps, teamUser, params.dataCollectionId, params.dataFieldId, body),
    async reorderFields({ params, body }, { teamUser }) {
      return { items: await reorderFields(deps, teamUser, params.dataCollectionId, body.dataFieldIds) }
    },
    previewFieldType: ({ params, body }, { teamUser }) =>
      previewFieldType(deps, teamUser, params.dataCollectionId, params.dataFieldId, body),
    changeFieldType: ({ params, body }, { teamUser }) =>
      changeFieldType(deps, teamUser, params.dataCollectionId, params.dataFieldId, body),
    typeChanges: async ({ params }, { teamUser }) => ({
      items: await listTypeChanges(deps, teamUser.teamId, params.dataCollectionId),
    }),
    removeField: ({ params }, { teamUser }) =>
      removeField(deps, teamUser, params.dataCollectionId, params.dataFieldId),
    restoreField: ({ params }, { teamUser }) =>
      restoreField(deps, teamUser, params.dataCollectionId, params.dataFieldId),
  }
}
