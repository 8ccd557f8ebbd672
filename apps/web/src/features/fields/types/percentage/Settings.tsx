import { choice, number, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface PercentageSettings {
  min: number | null
  max: number | null
  decimals: number | null
  displayFormat: 'number' | 'bar'
}

const controls = [
  number('min'),
  number('max'),
  number('decimals', { isInteger: true }),
  choice('displayFormat', ['number', 'bar']),
]

export function Settings(props: SettingsProps<PercentageSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
