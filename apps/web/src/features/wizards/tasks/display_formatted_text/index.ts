import type { TextSettings } from '@muster/contract/wizards/tasks/display_formatted_text'
import { taskUi } from '../definition.ts'
import { Settings } from './Settings.tsx'

export const displayFormattedText = taskUi<TextSettings>({ icon: 'fas fa-align-left', Settings })
