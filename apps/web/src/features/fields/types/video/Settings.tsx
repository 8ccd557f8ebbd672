import type { SettingsProps } from '../definition.ts'
import { number, SettingsForm } from '../shared/settings.tsx'

export interface VideoSettings {
  maxSizeMb: number | null
}

const controls = [number('maxSizeMb')]

export function Settings(props: SettingsProps<VideoSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
