import type { SettingsOf } from '@muster/contract/fields/types/index'
import { kinds, number, settingsForm } from '../common/settings.tsx'

export type FileSettings = SettingsOf<'multi_file'>

export const Settings = settingsForm<FileSettings>([
  kinds('allowedKinds'),
  number('maxSizeMb'),
  number('maxCount', { isInteger: true, whenEmpty: 100 }),
])
