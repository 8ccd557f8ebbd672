/** What a new record needs when it is created where it is linked. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'

/** The name column of a collection. */
export const nameColumnOf = ({ DataFields, IdDataFieldDataObjectName: nameId }: DataCollection) =>
  DataFields.find(({ id }) => id === nameId)?.columnName

/**
 * What must be entered besides the name: required, without a default, and not set by the link itself.
 * @param linkColumn the field by which the new record links back, if it does
 */
export function fieldsToFill(collection: DataCollection, linkColumn: string | undefined): DataField[] {
  return collection.DataFields.filter(
    ({ columnName, isRequired, defaultValue, dataType, settings, canUpdate }) =>
      isRequired &&
      canUpdate &&
      (defaultValue === null || defaultValue === undefined) &&
      columnName !== linkColumn &&
      columnName !== nameColumnOf(collection) &&
      !fieldType(dataType).isAutomatic?.(settings),
  )
}

/** Whether a typed name is all that a new record needs; users of the team are not created this way. */
export const isNamedOnly = (collection: DataCollection): boolean =>
  !collection.IsInternalConfiguration &&
  collection.DataFields.some(
    ({ id, dataType, canUpdate }) =>
      id === collection.IdDataFieldDataObjectName && dataType === 'plain_text' && canUpdate,
  ) &&
  fieldsToFill(collection, undefined).length === 0
