import { listOf } from '../../picker/target-settings.tsx'
import type { SettingsProps } from '../definition.ts'
import { choice, number, SettingsForm } from '../shared/settings.tsx'

export interface SelectionSettings {
  listId: number | null
  maxCount: number
  displayFormat: 'dropdown' | 'checkboxes'
}

const controls = [
  listOf('listId'),
  number('maxCount', { isInteger: true, whenEmpty: 1000 }),
  choice('displayFormat', ['dropdown', 'checkboxes']),
]

export function Settings(props: SettingsProps<SelectionSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
