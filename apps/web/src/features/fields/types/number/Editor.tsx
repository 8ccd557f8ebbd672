import { TextEntry } from '../common/TextEntry.tsx'
import type { EditorProps } from '../definition.ts'
import type { NumberSettings } from './Settings.tsx'

export const inputs = 'text'

export function Editor(props: EditorProps<number, NumberSettings>) {
  return <TextEntry props={props} inputMode="numeric" isRight />
}
