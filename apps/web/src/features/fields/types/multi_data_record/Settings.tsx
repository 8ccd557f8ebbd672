import { collectionOf } from '../../picker/target-settings.tsx'
import type { SettingsProps } from '../definition.ts'
import { number, SettingsForm } from '../shared/settings.tsx'

export interface RecordSettings {
  dataCollectionId: number | null
  maxCount: number
}

const controls = [collectionOf('dataCollectionId'), number('maxCount', { isInteger: true, whenEmpty: 1000 })]

export function Settings(props: SettingsProps<RecordSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
