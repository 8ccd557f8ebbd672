import type { SettingsOf } from '@muster/contract/fields/types/index'
import { choice, settingsForm } from '../common/settings.tsx'

export type BooleanSettings = SettingsOf<'boolean'>

export const Settings = settingsForm<BooleanSettings>([
  choice('displayFormat', ['checkbox', 'switch', 'words']),
])
