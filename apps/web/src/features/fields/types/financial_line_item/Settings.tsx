import type { SettingsOf } from '@muster/contract/fields/types/index'
import { currency, settingsForm } from '../common/settings.tsx'

export type LineItemSettings = SettingsOf<'financial_line_item'>

export const Settings = settingsForm<LineItemSettings>([currency('currency')])
