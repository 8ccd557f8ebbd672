import type { ExportSettings } from '@muster/contract/wizards/tasks/export_data_records_to_csv'
import { taskUi } from '../definition.ts'
import { Settings } from './Settings.tsx'

export const exportToCsv = taskUi<ExportSettings>({ icon: 'fas fa-file-csv', Settings })
