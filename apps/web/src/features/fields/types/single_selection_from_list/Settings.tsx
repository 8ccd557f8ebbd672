import type { SettingsOf } from '@muster/contract/fields/types/index'
import { listOf } from '../../picker/target-settings.tsx'
import { choice, settingsForm } from '../common/settings.tsx'

export type SelectionSettings = SettingsOf<'single_selection_from_list'>

export const Settings = settingsForm<SelectionSettings>([
  listOf('listId'),
  choice('displayFormat', ['dropdown', 'radio']),
])
