import type { SettingsProps } from '../definition.ts'
import { country, SettingsForm } from '../shared/settings.tsx'

export interface AddressSettings {
  country: string | null
}

const controls = [country('country')]

export function Settings(props: SettingsProps<AddressSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
