import type { EditorProps } from '../definition.ts'
import { TextEntry } from '../shared/TextEntry.tsx'
import type { NumberSettings } from './Settings.tsx'

export function Editor(props: EditorProps<number, NumberSettings>) {
  return <TextEntry props={props} inputMode="numeric" isRight />
}
