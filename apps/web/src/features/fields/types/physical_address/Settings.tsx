import { country, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface AddressSettings {
  country: string | null
}

const controls = [country('country')]

export function Settings(props: SettingsProps<AddressSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
