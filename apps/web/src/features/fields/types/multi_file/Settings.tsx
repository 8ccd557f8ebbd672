import type { FileKind } from '@muster/contract/fields/families'
import { kinds, number, SettingsForm } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

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
