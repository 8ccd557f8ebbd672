import type { SettingsProps } from '../definition.ts'
import { choice, SettingsForm } from '../shared/settings.tsx'

export interface BooleanSettings {
  displayFormat: 'checkbox' | 'switch' | 'words'
}

const controls = [choice('displayFormat', ['checkbox', 'switch', 'words'])]

export function Settings(props: SettingsProps<BooleanSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
