/** The team's design as the checks of wizards take it, from what the app has loaded anyway. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DesignEnv } from '@muster/contract/wizards/tasks/definition'
import { useMemo } from 'react'
import { api, useApi } from '../../../lib/api.ts'
import { useCollections } from '../../fields/public.ts'
import { fieldsOf } from '../../filters/public.ts'
import { useTemplateChoices } from '../tasks/common/use-template-choices.ts'

type View = { id: number; dataCollectionId: number; displayedFields: readonly { dataFieldId: number }[] }

export function designEnvOf(
  collections: readonly DataCollection[],
  views: readonly View[],
  wizardIds: readonly number[],
  /** Of published templates of messages; null if they are not known. */
  templateIds: readonly number[] | null,
): DesignEnv {
  const byId = new Map(collections.map((one) => [one.id, one]))
  return {
    collectionOf(id) {
      const found = byId.get(id)
      return (
        found && {
          id,
          homeId: found.idHomeDataCollection,
          isSmartCollection: found.isSmartCollection,
          representsPeople: found.representsPeople,
        }
      )
    },
    fieldsOf: (id) => fieldsOf(collections, id),
    viewOf(id) {
      const view = views.find((one) => one.id === id)
      return (
        view && {
          dataCollectionId: view.dataCollectionId,
          dataFieldIds: view.displayedFields.map(({ dataFieldId }) => dataFieldId),
        }
      )
    },
    hasWizard: (id) => wizardIds.includes(id),
    hasTemplate: (id) => templateIds?.includes(id) ?? true,
  }
}

/** @returns null until all of it has been loaded */
export function useDesignEnv(teamId: number): DesignEnv | null {
  const collections = useCollections(teamId)
  const views = useApi(api.views.list, { params: { teamId }, query: {} }).data?.items
  const wizards = useApi(api.wizards.list, { params: { teamId } }).data?.items
  const templates = useTemplateChoices(teamId)
  return useMemo(
    () =>
      views && wizards && templates !== undefined
        ? designEnvOf(
            collections,
            views,
            wizards.map(({ id }) => id),
            templates?.map(({ id }) => id) ?? null,
          )
        : null,
    [collections, views, wizards, templates],
  )
}
