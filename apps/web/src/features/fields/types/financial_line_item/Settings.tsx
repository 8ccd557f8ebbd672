import { currency, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface LineItemSettings {
  currency: string | null
}

const controls = [currency('currency')]

export function Settings(props: SettingsProps<LineItemSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
