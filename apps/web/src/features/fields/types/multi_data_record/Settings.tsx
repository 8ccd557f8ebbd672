import { collectionOf } from '../../picker/target-settings.tsx'
import { number, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface RecordSettings {
  dataCollectionId: number | null
  maxCount: number
}

const controls = [collectionOf('dataCollectionId'), number('maxCount', { isInteger: true, whenEmpty: 1000 })]

export function Settings(props: SettingsProps<RecordSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
