import { number, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface VideoSettings {
  maxSizeMb: number | null
}

const controls = [number('maxSizeMb')]

export function Settings(props: SettingsProps<VideoSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
