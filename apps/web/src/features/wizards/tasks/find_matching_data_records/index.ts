import { type FindSettings, mayCreate } from '@muster/contract/wizards/tasks/find_matching_data_records'
import { taskUi } from '../definition.ts'
import { Settings } from './Settings.tsx'

export const findMatching = taskUi<FindSettings>({
  icon: 'fas fa-magnifying-glass',
  Settings,
  fieldsOf: (settings) =>
    mayCreate(settings) ? (settings.dataCollectionId ?? 'noCollection') : 'notCreating',
})
