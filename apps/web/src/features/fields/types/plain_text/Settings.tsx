import type { SettingsProps } from '../definition.ts'
import { flag, number, SettingsForm, text } from '../shared/settings.tsx'

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
