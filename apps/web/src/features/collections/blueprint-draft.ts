/** Which parts of a design are copied, as a draft. */
import type { BlueprintDetail, CreateFromBlueprint } from '@muster/contract/blueprints/blueprints.schema'

/** By id; a list without an entry is copied, a link without one is left out. */
export interface BlueprintDraft {
  dataFieldIds: readonly number[]
  lists: ReadonlyMap<number, number>
  links: ReadonlyMap<number, number | 'self'>
  withCards: boolean
}

/** Everything: links keep their targets if those belong to the team; lists of the team are reused. */
export function draftOf(detail: BlueprintDetail): BlueprintDraft {
  const isOwn = detail.teamName === null
  return {
    dataFieldIds: detail.fields.map(({ dataFieldId }) => dataFieldId),
    lists: new Map(isOwn ? detail.lists.map(({ dataCollectionId: id }) => [id, id]) : []),
    links: new Map(
      detail.links.flatMap(({ dataFieldId, dataCollectionId, isSelf }): [number, number | 'self'][] => {
        if (isSelf) return [[dataFieldId, 'self']]
        return dataCollectionId === null ? [] : [[dataFieldId, dataCollectionId]]
      }),
    ),
    withCards: detail.cards.length > 0,
  }
}

export function bodyOf(draft: BlueprintDraft): Omit<CreateFromBlueprint, 'name' | 'pluralName'> {
  return {
    dataFieldIds: [...draft.dataFieldIds],
    lists: [...draft.lists].map(([dataCollectionId, useDataCollectionId]) => ({
      dataCollectionId,
      useDataCollectionId,
    })),
    links: [...draft.links].map(([dataFieldId, to]) => ({ dataFieldId, to })),
    withCards: draft.withCards,
  }
}
