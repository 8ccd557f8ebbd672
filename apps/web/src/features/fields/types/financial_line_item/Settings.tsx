import type { SettingsProps } from '../definition.ts'
import { currency, SettingsForm } from '../shared/settings.tsx'

export interface LineItemSettings {
  currency: string | null
}

const controls = [currency('currency')]

export function Settings(props: SettingsProps<LineItemSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
