import type { SettingsOf } from '@muster/contract/fields/types/index'
import { choice, day, flag, settingsForm } from '../common/settings.tsx'

export type DateRangeSettings = SettingsOf<'date_range'>

export const Settings = settingsForm<DateRangeSettings>([
  day('min'),
  day('max'),
  choice('displayFormat', ['short', 'medium', 'long', 'iso']),
  flag('canBeOpen'),
])
