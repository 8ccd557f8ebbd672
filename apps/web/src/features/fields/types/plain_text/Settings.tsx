import { flag, number, SettingsForm, text } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface TextSettings {
  minLength: number
  maxLength: number
  pattern: string | null
  isMultiline: boolean
}

const controls = [
  flag('isMultiline'),
  number('minLength', { isInteger: true, whenEmpty: 0 }),
  number('maxLength', { isInteger: true, whenEmpty: 10_000 }),
  text('pattern'),
]

export function Settings(props: SettingsProps<TextSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
