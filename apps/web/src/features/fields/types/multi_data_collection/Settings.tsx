import type { SettingsProps } from '../definition.ts'
import { number, SettingsForm } from '../shared/settings.tsx'

export interface CollectionSettings {
  maxCount: number
}

const controls = [number('maxCount', { isInteger: true, whenEmpty: 1000 })]

export function Settings(props: SettingsProps<CollectionSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
