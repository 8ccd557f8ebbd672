import type { DateFormat } from '../common/days.ts'
import { choice, flag, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

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
