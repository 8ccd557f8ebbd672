import type { EditorProps } from '../definition.ts'
import { TextEntry } from '../shared/TextEntry.tsx'

export function Editor(props: EditorProps<string, object>) {
  return <TextEntry props={props} inputMode="email" />
}
