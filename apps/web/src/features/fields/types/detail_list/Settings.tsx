import type { SettingsOf } from '@muster/contract/fields/types/index'
import { number, settingsForm } from '../common/settings.tsx'

export type DetailSettings = SettingsOf<'detail_list'>

export const Settings = settingsForm<DetailSettings>([
  number('maxCount', { isInteger: true, whenEmpty: 100 }),
])
