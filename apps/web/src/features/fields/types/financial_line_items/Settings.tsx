import type { SettingsOf } from '@muster/contract/fields/types/index'
import { currency, number, settingsForm } from '../common/settings.tsx'

export type LineItemsSettings = SettingsOf<'financial_line_items'>

export const Settings = settingsForm<LineItemsSettings>([
  currency('currency'),
  number('maxCount', { isInteger: true, whenEmpty: 200 }),
])
