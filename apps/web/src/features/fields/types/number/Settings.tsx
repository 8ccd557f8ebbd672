import type { SettingsOf } from '@muster/contract/fields/types/index'
import { choice, number, settingsForm } from '../common/settings.tsx'

export type NumberSettings = SettingsOf<'number'>

export const Settings = settingsForm<NumberSettings>([
  number('min', { isInteger: true }),
  number('max', { isInteger: true }),
  choice('displayFormat', ['grouped', 'plain']),
])
