import { listOf } from '../../picker/target-settings.tsx'
import { choice, number, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

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
