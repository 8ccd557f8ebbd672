import { choice, number, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface NumberSettings {
  min: number | null
  max: number | null
  decimals: number | null
  displayFormat: 'grouped' | 'plain'
}

const controls = [
  number('min'),
  number('max'),
  number('decimals', { isInteger: true }),
  choice('displayFormat', ['grouped', 'plain']),
]

export function Settings(props: SettingsProps<NumberSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
