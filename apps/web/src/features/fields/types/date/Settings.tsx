import type { SettingsOf } from '@muster/contract/fields/types/index'
import { choice, day, settingsForm } from '../common/settings.tsx'

export type DateSettings = SettingsOf<'date'>

export const Settings = settingsForm<DateSettings>([
  day('min'),
  day('max'),
  choice('displayFormat', ['short', 'medium', 'long', 'iso']),
])
