/** Creates a record, or one for each turn of a loop or each form that a person adds. */
import { z } from 'zod'
import { idSchema, translationsSchema } from '../../paging.ts'
import { variablesIn } from '../variables.ts'
import {
  checkCollection,
  checkLinked,
  checkRequired,
  checkTemplate,
  namesInValues,
  needsOfFields,
} from './common.ts'
import { capacitySchema, linkedFieldsSchema, type WizardTaskType } from './definition.ts'

const settings = z.strictObject({
  dataCollectionId: idSchema.nullable().default(null),
  fields: linkedFieldsSchema.default([]),
  /** People may add further records in the same form. */
  allowCreatingNewRecord: z.boolean().default(false),
  newRecordLabel: z.string().trim().max(200).default(''),
  newRecordLabelTranslations: translationsSchema.default({}),
  capacity: capacitySchema.nullable().default(null),
})
export type CreateSettings = z.output<typeof settings>

/** Records that one form may add. */
export const mostNewRecords = 50

export const createDataRecord: WizardTaskType<CreateSettings> = {
  type: 'create_data_record',
  group: 'collect_user_input',
  settings,
  effect: 'writes',
  asks: ({ fields }) => fields.some(({ mode }) => mode === 'ask'),
  gives: ({ dataCollectionId }) =>
    dataCollectionId === null ? null : { dataType: 'multi_data_record', settings: { dataCollectionId } },
  reads: ({ fields, capacity }) => [...namesInValues(fields), ...variablesIn(capacity)],
  needs: ({ dataCollectionId, fields }) =>
    dataCollectionId === null ? [] : needsOfFields(fields, dataCollectionId, 'new', 'update_data_field_data'),
  check: (s, context) => [
    ...checkCollection(s.dataCollectionId, context),
    ...checkSmart(s.dataCollectionId, context),
    ...checkLinked(s.fields, s.dataCollectionId, context, 'fields'),
    ...checkRequired(s.fields, s.dataCollectionId, context, 'fields'),
    ...(s.dataCollectionId !== null && s.capacity
      ? checkTemplate(s.capacity.counted, s.dataCollectionId, context, 'capacity.counted')
      : []),
  ],
}

function checkSmart(id: number | null, { env }: Parameters<typeof checkCollection>[1]) {
  const isSmart = id !== null && env.collectionOf(id)?.isSmartCollection
  return isSmart ? [{ path: 'dataCollectionId', code: 'smart_collection' as const }] : []
}
