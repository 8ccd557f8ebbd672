import { number, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface CollectionSettings {
  maxCount: number
}

const controls = [number('maxCount', { isInteger: true, whenEmpty: 1000 })]

export function Settings(props: SettingsProps<CollectionSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
