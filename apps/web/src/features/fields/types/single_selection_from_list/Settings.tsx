import { listOf } from '../../picker/target-settings.tsx'
import { choice, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export interface SelectionSettings {
  listId: number | null
  displayFormat: 'dropdown' | 'radio'
}

const controls = [listOf('listId'), choice('displayFormat', ['dropdown', 'radio'])]

export function Settings(props: SettingsProps<SelectionSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
