import { collectionOf } from '../../picker/target-settings.tsx'
import type { SettingsProps } from '../definition.ts'
import { SettingsForm } from '../shared/settings.tsx'

export interface RecordSettings {
  dataCollectionId: number | null
}

const controls = [collectionOf('dataCollectionId')]

export function Settings(props: SettingsProps<RecordSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
