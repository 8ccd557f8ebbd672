/** Shows the records of a view; a person may choose among them. */
import { z } from 'zod'
import { idSchema } from '../../paging.ts'
import type { WizardTaskType } from './definition.ts'

const settings = z.strictObject({
  dataViewToDisplayId: idSchema.nullable().default(null),
  /** How many records the person chooses. */
  selection: z.enum(['none', 'one', 'many']).default('none'),
  isRequired: z.boolean().default(true),
})
export type DataViewSettings = z.output<typeof settings>

export const displayDataView: WizardTaskType<DataViewSettings> = {
  type: 'display_dataview',
  group: 'display_data_collection',
  settings,
  effect: 'none',
  asks: () => true,
  gives({ dataViewToDisplayId, selection }, env) {
    const view = dataViewToDisplayId === null ? undefined : env.viewOf(dataViewToDisplayId)
    if (!view || selection === 'none') return null
    return { dataType: 'multi_data_record', settings: { dataCollectionId: view.dataCollectionId } }
  },
  reads: () => [],
  needs({ dataViewToDisplayId }, env) {
    const view = dataViewToDisplayId === null ? undefined : env.viewOf(dataViewToDisplayId)
    if (!view) return []
    const { dataCollectionId, dataFieldIds } = view
    return dataFieldIds.map((dataFieldId) => ({
      dataCollectionId,
      dataFieldId,
      permission: 'read_data_field_data',
      on: 'found',
    }))
  },
  check({ dataViewToDisplayId }, { env }) {
    if (dataViewToDisplayId === null) return [{ path: 'dataViewToDisplayId', code: 'view_required' }]
    return env.viewOf(dataViewToDisplayId) ? [] : [{ path: 'dataViewToDisplayId', code: 'view_gone' }]
  },
}
