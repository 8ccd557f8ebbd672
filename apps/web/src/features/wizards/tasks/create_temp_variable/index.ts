import type { TempVariableSettings } from '@muster/contract/wizards/tasks/create_temp_variable'
import { taskUi } from '../definition.ts'
import { Settings } from './Settings.tsx'

export const createTempVariable = taskUi<TempVariableSettings>({ icon: 'fas fa-pen-to-square', Settings })
