/** Fields that use a list, in collections that the reader can see. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'

export interface UsingField {
  field: DataField
  collection: DataCollection
}

export function usedIn(collections: readonly DataCollection[], listId: number): UsingField[] {
  return collections
    .filter((one) => one.idHomeDataCollection === one.id && !one.isDeleted)
    .flatMap((collection) => collection.DataFields.map((field) => ({ field, collection })))
    .filter(({ field }) => {
      const type = fieldType(field.dataType)
      const settings = type.settings.safeParse(field.settings)
      const reference = settings.success ? type.refersTo?.(settings.data) : undefined
      return reference?.to === 'record' && reference.collectionId === listId
    })
}
