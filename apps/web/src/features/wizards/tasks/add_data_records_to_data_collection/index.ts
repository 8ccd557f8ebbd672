import type { AddSettings } from '@muster/contract/wizards/tasks/memberships'
import { taskUi } from '../definition.ts'
import { Settings } from './Settings.tsx'

export const addDataRecords = taskUi<AddSettings>({ icon: 'fas fa-folder-plus', Settings })
