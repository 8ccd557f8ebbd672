import type { FileKind } from '@muster/contract/fields/families'
import type { SettingsProps } from '../definition.ts'
import { kinds, number, SettingsForm } from '../shared/settings.tsx'

export interface FileSettings {
  allowedKinds: FileKind[]
  maxSizeMb: number | null
  maxCount: number
}

const controls = [
  kinds('allowedKinds'),
  number('maxSizeMb'),
  number('maxCount', { isInteger: true, whenEmpty: 100 }),
]

export function Settings(props: SettingsProps<FileSettings>) {
  return <SettingsForm {...props} controls={controls} />
}
