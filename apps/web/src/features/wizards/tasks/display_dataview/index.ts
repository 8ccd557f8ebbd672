import type { DataViewSettings } from '@muster/contract/wizards/tasks/display_dataview'
import { taskUi } from '../definition.ts'
import { Settings } from './Settings.tsx'

export const displayDataView = taskUi<DataViewSettings>({ icon: 'fas fa-table-list', Settings })
