import type { SettingsOf } from '@muster/contract/fields/types/index'
import { collectionOf } from '../../picker/target-settings.tsx'
import { number, settingsForm } from '../common/settings.tsx'

export type RecordSettings = SettingsOf<'multi_data_record'>

export const Settings = settingsForm<RecordSettings>([
  collectionOf('dataCollectionId'),
  number('maxCount', { isInteger: true, whenEmpty: 1000 }),
])
