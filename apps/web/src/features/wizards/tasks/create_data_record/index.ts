import type { CreateSettings } from '@muster/contract/wizards/tasks/create_data_record'
import { taskUi } from '../definition.ts'
import { Settings } from './Settings.tsx'

export const createDataRecord = taskUi<CreateSettings>({
  icon: 'fas fa-square-plus',
  Settings,
  fieldsOf: ({ dataCollectionId }) => dataCollectionId ?? 'noCollection',
})
