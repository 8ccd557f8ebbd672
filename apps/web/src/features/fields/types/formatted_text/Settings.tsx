import type { SettingsOf } from '@muster/contract/fields/types/index'
import { number, settingsForm } from '../common/settings.tsx'

export type FormattedTextSettings = SettingsOf<'formatted_text'>

export const Settings = settingsForm<FormattedTextSettings>([
  number('minLength', { isInteger: true, whenEmpty: 0 }),
  number('maxLength', { isInteger: true, whenEmpty: 100_000 }),
])
