import { currency, number, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface MoneySettings {
  currency: string | null
  min: number | null
  max: number | null
  decimals: number | null
}

const controls = [currency('currency'), number('min'), number('max'), number('decimals', { isInteger: true })]

export function Settings(props: SettingsProps<MoneySettings>) {
  return <SettingsForm {...props} controls={controls} />
}
