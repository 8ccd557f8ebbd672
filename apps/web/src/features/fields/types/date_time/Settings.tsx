import type { SettingsOf } from '@muster/contract/fields/types/index'
import { choice, flag, settingsForm } from '../common/settings.tsx'

export type DateTimeSettings = SettingsOf<'date_time'>

export const Settings = settingsForm<DateTimeSettings>([
  choice('displayFormat', ['short', 'medium', 'long', 'iso']),
  flag('includeTime'),
  flag('includeSeconds'),
])
