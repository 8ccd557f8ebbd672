/** Adds records to a plain collection, or removes them: from a root collection that is the trash. */
import { z } from 'zod'
import { idSchema } from '../../paging.ts'
import { variablesIn } from '../variables.ts'
import { checkCollection, checkRecords, checkTemplate } from './common.ts'
import { capacitySchema, type WizardTaskType } from './definition.ts'

const target = {
  recordsValue: z.string().max(110).nullable().default(null),
  dataCollectionId: idSchema.nullable().default(null),
}
const addSettings = z.strictObject({ ...target, capacity: capacitySchema.nullable().default(null) })
const removeSettings = z.strictObject(target)
export type AddSettings = z.output<typeof addSettings>
export type RemoveSettings = z.output<typeof removeSettings>

const isSmart = ({ dataCollectionId: id }: RemoveSettings, { env }: Parameters<typeof checkCollection>[1]) =>
  id !== null && env.collectionOf(id)?.isSmartCollection
    ? [{ path: 'dataCollectionId', code: 'smart_collection' as const }]
    : []

export const addToCollection: WizardTaskType<AddSettings> = {
  type: 'add_data_records_to_data_collection',
  group: 'process_data',
  settings: addSettings,
  effect: 'writes',
  asks: () => false,
  gives: () => null,
  reads: ({ recordsValue, capacity }) => [...(recordsValue ? [recordsValue] : []), ...variablesIn(capacity)],
  needs: ({ dataCollectionId, recordsValue }) =>
    dataCollectionId === null || recordsValue === null
      ? []
      : [{ dataCollectionId, permission: 'update_data_field_data', on: { variable: recordsValue } }],
  check: (s, context) => [
    ...checkCollection(s.dataCollectionId, context),
    ...isSmart(s, context),
    ...checkRecords(s.recordsValue, context, s.dataCollectionId),
    ...(s.dataCollectionId !== null && s.capacity
      ? checkTemplate(s.capacity.counted, s.dataCollectionId, context, 'capacity.counted')
      : []),
  ],
}

export const removeFromCollection: WizardTaskType<RemoveSettings> = {
  type: 'remove_data_records_from_data_collection',
  group: 'process_data',
  settings: removeSettings,
  effect: 'writes',
  asks: () => false,
  gives: () => null,
  reads: ({ recordsValue }) => (recordsValue ? [recordsValue] : []),
  needs({ dataCollectionId, recordsValue }, env) {
    if (dataCollectionId === null || recordsValue === null) return []
    const isRoot = env.collectionOf(dataCollectionId)?.homeId === dataCollectionId
    const permission = isRoot ? 'delete_data_records' : 'update_data_field_data'
    return [{ dataCollectionId, permission, on: { variable: recordsValue } }]
  },
  check: (s, context) => [
    ...checkCollection(s.dataCollectionId, context),
    ...isSmart(s, context),
    ...checkRecords(s.recordsValue, context, s.dataCollectionId),
  ],
}
