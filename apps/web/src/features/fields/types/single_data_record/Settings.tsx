import type { SettingsOf } from '@muster/contract/fields/types/index'
import { collectionOf } from '../../picker/target-settings.tsx'
import { settingsForm } from '../common/settings.tsx'

export type RecordSettings = SettingsOf<'single_data_record'>

export const Settings = settingsForm<RecordSettings>([collectionOf('dataCollectionId')])
