import type { SettingsProps } from '../definition.ts'
import { number, SettingsForm } from '../shared/settings.tsx'

export interface FileSettings {
  maxSizeMb: number | null
  maxCount: number
}

const controls = [number('maxSizeMb'), number('maxCount', { isInteger: true, whenEmpty: 100 })]

export function Settings(props: SettingsProps<FileSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
