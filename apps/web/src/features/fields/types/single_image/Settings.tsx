import type { SettingsProps } from '../definition.ts'
import { number, SettingsForm } from '../shared/settings.tsx'

export interface FileSettings {
  maxSizeMb: number | null
}

const controls = [number('maxSizeMb')]

export function Settings(props: SettingsProps<FileSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
