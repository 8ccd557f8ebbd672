import type { SettingsProps } from '../definition.ts'
import { number, SettingsForm } from '../shared/settings.tsx'

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
