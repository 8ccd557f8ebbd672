import type { SettingsOf } from '@muster/contract/fields/types/index'
import { number, settingsForm } from '../common/settings.tsx'

export type FileSettings = SettingsOf<'multi_image'>

export const Settings = settingsForm<FileSettings>([
  number('maxSizeMb'),
  number('maxCount', { isInteger: true, whenEmpty: 100 }),
])
