import type { DateFormat } from '../common/days.ts'
import { choice, day, flag, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface DateRangeSettings {
  min: string | null
  max: string | null
  displayFormat: DateFormat
  canBeOpen: boolean
}

const controls = [
  day('min'),
  day('max'),
  choice('displayFormat', ['short', 'medium', 'long', 'iso']),
  flag('canBeOpen'),
]

export function Settings(props: SettingsProps<DateRangeSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
