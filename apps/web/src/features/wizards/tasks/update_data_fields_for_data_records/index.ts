import { resolveName } from '@muster/contract/wizards/tasks/common'
import type { UpdateSettings } from '@muster/contract/wizards/tasks/update_data_fields_for_data_records'
import { collectionOfVariable } from '@muster/contract/wizards/variables'
import { taskUi } from '../definition.ts'
import { Settings } from './Settings.tsx'

export const updateDataFields = taskUi<UpdateSettings>({
  icon: 'fas fa-pen',
  Settings,
  fieldsOf({ recordsValue }, context) {
    const variable = recordsValue === null ? undefined : resolveName(recordsValue, context)
    return (variable && collectionOfVariable(variable)) ?? 'noRecords'
  },
})
