import type { RemoveSettings } from '@muster/contract/wizards/tasks/memberships'
import { taskUi } from '../definition.ts'
import { Settings } from './Settings.tsx'

export const removeDataRecords = taskUi<RemoveSettings>({ icon: 'fas fa-folder-minus', Settings })
