import { number, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface FileSettings {
  maxSizeMb: number | null
}

const controls = [number('maxSizeMb')]

export function Settings(props: SettingsProps<FileSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
