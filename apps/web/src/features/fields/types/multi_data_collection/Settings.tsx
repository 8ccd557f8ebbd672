import type { SettingsOf } from '@muster/contract/fields/types/index'
import { number, settingsForm } from '../common/settings.tsx'

export type CollectionSettings = SettingsOf<'multi_data_collection'>

export const Settings = settingsForm<CollectionSettings>([
  number('maxCount', { isInteger: true, whenEmpty: 1000 }),
])
