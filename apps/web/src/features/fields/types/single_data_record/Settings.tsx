import { collectionOf } from '../../picker/target-settings.tsx'
import { SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface RecordSettings {
  dataCollectionId: number | null
}

const controls = [collectionOf('dataCollectionId')]

export function Settings(props: SettingsProps<RecordSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
