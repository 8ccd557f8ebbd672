import { listOf } from '../../picker/target-settings.tsx'
import type { SettingsProps } from '../definition.ts'
import { choice, SettingsForm } from '../shared/settings.tsx'

export interface SelectionSettings {
  listId: number | null
  displayFormat: 'dropdown' | 'radio'
}

const controls = [listOf('listId'), choice('displayFormat', ['dropdown', 'radio'])]

export function Settings(props: SettingsProps<SelectionSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
