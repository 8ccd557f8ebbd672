import { number, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface FormattedTextSettings {
  minLength: number
  maxLength: number
}

const controls = [
  number('minLength', { isInteger: true, whenEmpty: 0 }),
  number('maxLength', { isInteger: true, whenEmpty: 100_000 }),
]

export function Settings(props: SettingsProps<FormattedTextSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
