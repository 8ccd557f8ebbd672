import { choice, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface BooleanSettings {
  displayFormat: 'checkbox' | 'switch' | 'words'
}

const controls = [choice('displayFormat', ['checkbox', 'switch', 'words'])]

export function Settings(props: SettingsProps<BooleanSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
