import type { DateFormat } from '../common/days.ts'
import { choice, day, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface DateSettings {
  min: string | null
  max: string | null
  displayFormat: DateFormat
}

const controls = [day('min'), day('max'), choice('displayFormat', ['short', 'medium', 'long', 'iso'])]

export function Settings(props: SettingsProps<DateSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
