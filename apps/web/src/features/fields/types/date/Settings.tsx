import type { SettingsProps } from '../definition.ts'
import type { DateFormat } from '../shared/days.ts'
import { choice, day, SettingsForm } from '../shared/settings.tsx'

export interface DateSettings {
  min: string | null
  max: string | null
  displayFormat: DateFormat
}

const controls = [day('min'), day('max'), choice('displayFormat', ['short', 'medium', 'long', 'iso'])]

export function Settings(props: SettingsProps<DateSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
