/** Changes fields of records in a variable: to what a person fills in, or to what the wizard sets. */
import { z } from 'zod'
import { collectionOfVariable } from '../variables.ts'
import { checkLinked, checkRecords, namesInValues, needsOfFields, resolveName } from './common.ts'
import { linkedFieldsSchema, type WizardTaskType } from './definition.ts'

const settings = z.strictObject({
  /** The variable with the records. */
  recordsValue: z.string().max(110).nullable().default(null),
  fields: linkedFieldsSchema.default([]),
})
export type UpdateSettings = z.output<typeof settings>

export const updateDataFields: WizardTaskType<UpdateSettings> = {
  type: 'update_data_fields_for_data_records',
  group: 'collect_user_input',
  settings,
  effect: 'writes',
  asks: ({ fields }) => fields.some(({ mode }) => mode === 'ask'),
  gives: () => null,
  reads: ({ recordsValue, fields }) => [...(recordsValue ? [recordsValue] : []), ...namesInValues(fields)],
  needs({ recordsValue, fields }, env, variables) {
    const variable = recordsValue === null ? undefined : resolveName(recordsValue, { env, variables })
    const dataCollectionId = variable ? collectionOfVariable(variable) : null
    if (dataCollectionId === null || recordsValue === null) return []
    const on = { variable: recordsValue }
    return [
      ...needsOfFields(fields, dataCollectionId, on, 'update_data_field_data'),
      ...needsOfFields(
        fields.filter(({ mode }) => mode === 'ask'),
        dataCollectionId,
        on,
        'read_data_field_data',
      ),
    ]
  },
  check(s, context) {
    const found = checkRecords(s.recordsValue, context)
    if (found.length > 0) return found
    const variable = resolveName(s.recordsValue ?? '', context)
    return checkLinked(s.fields, variable ? collectionOfVariable(variable) : null, context, 'fields')
  },
}
