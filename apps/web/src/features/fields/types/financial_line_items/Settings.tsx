import { currency, number, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface LineItemsSettings {
  currency: string | null
  maxCount: number
}

const controls = [currency('currency'), number('maxCount', { isInteger: true, whenEmpty: 200 })]

export function Settings(props: SettingsProps<LineItemsSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
