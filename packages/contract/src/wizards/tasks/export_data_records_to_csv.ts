/** Writes the records of a variable to a file, once the run has been saved; the person downloads it. */
import { z } from 'zod'
import { idSchema } from '../../paging.ts'
import { collectionOfVariable } from '../variables.ts'
import { checkRecords, fieldOf, resolveName } from './common.ts'
import type { WizardTaskType } from './definition.ts'

const settings = z.strictObject({
  recordsValue: z.string().max(110).nullable().default(null),
  /** Empty: all that the person may read. */
  dataFieldIds: z.array(idSchema).max(200).default([]),
})
export type ExportSettings = z.output<typeof settings>

export const exportToCsv: WizardTaskType<ExportSettings> = {
  type: 'export_data_records_to_csv',
  group: 'process_data',
  settings,
  effect: 'afterCommit',
  asks: () => false,
  gives: () => null,
  reads: ({ recordsValue }) => (recordsValue ? [recordsValue] : []),
  needs({ recordsValue, dataFieldIds }, env, variables) {
    const variable = recordsValue === null ? undefined : resolveName(recordsValue, { env, variables })
    const dataCollectionId = variable ? collectionOfVariable(variable) : null
    if (dataCollectionId === null || recordsValue === null) return []
    return dataFieldIds.map((dataFieldId) => ({
      dataCollectionId,
      dataFieldId,
      permission: 'read_data_field_data',
      on: { variable: recordsValue },
    }))
  },
  check(s, context) {
    const found = checkRecords(s.recordsValue, context)
    const variable = resolveName(s.recordsValue ?? '', context)
    const collection = variable ? collectionOfVariable(variable) : null
    if (found.length > 0 || collection === null) return found
    return s.dataFieldIds.flatMap((id, n) =>
      fieldOf(collection, id, context.env)
        ? []
        : [{ path: `dataFieldIds.${n}`, code: 'field_gone' as const }],
    )
  },
}
