/** Routes for fields of collections. */

import type { collectionsApi } from '@muster/contract/collections/collections.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import {
  createField,
  listFields,
  removeField,
  reorderFields,
  restoreField,
  updateField,
} from './fields.service.ts'
import { listTypeChanges } from './type-change/long-change.ts'
import { changeFieldType, previewFieldType } from './type-change/type-change.service.ts'

export function fieldsRoutes(deps: Deps) {
  return {
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
  } satisfies Partial<Handlers<typeof collectionsApi>>
}
