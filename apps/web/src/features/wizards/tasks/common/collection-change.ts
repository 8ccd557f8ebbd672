/** What another collection changes in the settings of a task: fields of a tree mean nothing in another one. */
import type { DesignEnv } from '@muster/contract/wizards/tasks/definition'

const ofFields = {
  fields: [],
  filterTemplate: null,
  sort: [],
  matchingRecordsSelectionDisplayFields: [],
  capacity: null,
}

export function collectionChange<Settings extends { dataCollectionId?: unknown }>(
  settings: Settings,
  dataCollectionId: number | null,
  env: DesignEnv,
): Partial<Settings> {
  const treeOf = (id: unknown) => (typeof id === 'number' ? env.collectionOf(id)?.homeId : undefined)
  const isSameTree = treeOf(settings.dataCollectionId) === treeOf(dataCollectionId)
  const reset = Object.entries(ofFields).filter(([key]) => !isSameTree && key in settings)
  return { ...Object.fromEntries(reset), dataCollectionId } as Partial<Settings>
}
