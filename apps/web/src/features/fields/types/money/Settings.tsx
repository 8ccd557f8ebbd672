import type { SettingsOf } from '@muster/contract/fields/types/index'
import { currency, number, settingsForm } from '../common/settings.tsx'

export type MoneySettings = SettingsOf<'money'>

export const Settings = settingsForm<MoneySettings>([
  currency('currency'),
  number('min'),
  number('max'),
  number('decimals', { isInteger: true }),
])
