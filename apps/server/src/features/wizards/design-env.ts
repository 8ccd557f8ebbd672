/** The team's design as definitions of wizards see it. */
import type { DesignEnv } from '@muster/contract/wizards/tasks/definition'
import type { TeamModel } from '../../engine/public.ts'

/** What is outside of the team's model, by its ids. */
export interface DesignIds {
  /** Without deleted ones. */
  wizards: ReadonlySet<number>
  /** Of published templates of messages. */
  templates: ReadonlySet<number>
}

export function designEnv(model: TeamModel, { wizards, templates }: DesignIds): DesignEnv {
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
    hasWizard: (id) => wizards.has(id),
    hasTemplate: (id) => templates.has(id),
  }
}
