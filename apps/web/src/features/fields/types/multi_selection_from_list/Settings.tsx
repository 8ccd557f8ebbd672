import type { SettingsOf } from '@muster/contract/fields/types/index'
import { listOf } from '../../picker/target-settings.tsx'
import { choice, number, settingsForm } from '../common/settings.tsx'

export type SelectionSettings = SettingsOf<'multi_selection_from_list'>

export const Settings = settingsForm<SelectionSettings>([
  listOf('listId'),
  number('maxCount', { isInteger: true, whenEmpty: 1000 }),
  choice('displayFormat', ['dropdown', 'checkboxes']),
])
