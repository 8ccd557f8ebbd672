import { number, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface FileSettings {
  maxSizeMb: number | null
  maxCount: number
}

const controls = [number('maxSizeMb'), number('maxCount', { isInteger: true, whenEmpty: 100 })]

export function Settings(props: SettingsProps<FileSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
