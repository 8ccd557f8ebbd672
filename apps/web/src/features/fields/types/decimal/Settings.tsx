import type { SettingsOf } from '@muster/contract/fields/types/index'
import { choice, number, settingsForm } from '../common/settings.tsx'

export type NumberSettings = SettingsOf<'decimal'>

export const Settings = settingsForm<NumberSettings>([
  number('min'),
  number('max'),
  number('decimals', { isInteger: true }),
  choice('displayFormat', ['grouped', 'plain']),
])
