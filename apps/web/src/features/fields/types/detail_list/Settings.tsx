import { number, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface DetailSettings {
  maxCount: number
}

const controls = [number('maxCount', { isInteger: true, whenEmpty: 100 })]

export function Settings(props: SettingsProps<DetailSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
