import { country, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface PhoneSettings {
  country: string | null
}

const controls = [country('country')]

export function Settings(props: SettingsProps<PhoneSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
