import type { SettingsProps } from '../definition.ts'
import type { DateFormat } from '../shared/days.ts'
import { choice, flag, SettingsForm } from '../shared/settings.tsx'

export interface DateTimeSettings {
  displayFormat: DateFormat
  includeTime: boolean
  includeSeconds: boolean
}

const controls = [
  choice('displayFormat', ['short', 'medium', 'long', 'iso']),
  flag('includeTime'),
  flag('includeSeconds'),
]

export function Settings(props: SettingsProps<DateTimeSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
