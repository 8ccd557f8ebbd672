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
    create: ({ body }, { teamUser }) => createCollection(deps, teamUser, body),
    update({ params, body }, { teamUser, user }) {
      const isOffered = body.blueprintMarketplacePrice !== undefined
      if (isOffered && !user.isSysAdmin) throw new AppError('access_denied')
      return updateCollection(deps, teamUser, params.dataCollectionId, body)
    },
    remove: ({ params }, { teamUser }) => removeCollection(deps, teamUser, params.dataCollectionId),
    restore: ({ params }, { teamUser }) => restoreCollection(deps, teamUser, params.dataCollectionId),
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
