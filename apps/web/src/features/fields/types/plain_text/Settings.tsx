import type { SettingsOf } from '@muster/contract/fields/types/index'
import { flag, number, settingsForm, text } from '../common/settings.tsx'

export type TextSettings = SettingsOf<'plain_text'>

export const Settings = settingsForm<TextSettings>([
  flag('isMultiline'),
  number('minLength', { isInteger: true, whenEmpty: 0 }),
  number('maxLength', { isInteger: true, whenEmpty: 10_000 }),
  text('pattern'),
])
