/** The team's design as definitions of wizards see it. */
import type { DesignEnv } from '@muster/contract/wizards/tasks/definition'
import type { TeamModel } from '../../engine/public.ts'

/** @param wizardIds of the team's wizards, without deleted ones */
export function designEnv(model: TeamModel, wizardIds: ReadonlySet<number>): DesignEnv {
  const living = (id: number) => {
    const collection = model.collections.get(id)
    return collection && !collection.deletedAt ? collection : undefined
  }
  return {
    collectionOf: living,
    fieldsOf: (id) => living(id)?.fields,
    viewOf(id) {
      const view = model.views.get(id)
      if (!view || !living(view.dataCollectionId)) return undefined
      return {
        dataCollectionId: view.dataCollectionId,
        dataFieldIds: view.displayedFields.map(({ dataFieldId }) => dataFieldId),
      }
    },
    hasWizard: (id) => wizardIds.has(id),
  }
}
