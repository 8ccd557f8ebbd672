import type { SettingsOf } from '@muster/contract/fields/types/index'
import { choice, number, settingsForm } from '../common/settings.tsx'

export type PercentageSettings = SettingsOf<'percentage'>

export const Settings = settingsForm<PercentageSettings>([
  number('min'),
  number('max'),
  number('decimals', { isInteger: true }),
  choice('displayFormat', ['number', 'bar']),
])
