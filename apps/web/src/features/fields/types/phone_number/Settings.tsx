import type { SettingsProps } from '../definition.ts'
import { country, SettingsForm } from '../shared/settings.tsx'

export interface PhoneSettings {
  country: string | null
}

const controls = [country('country')]

export function Settings(props: SettingsProps<PhoneSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
