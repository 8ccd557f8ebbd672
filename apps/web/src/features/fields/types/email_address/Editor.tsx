import { TextEntry } from '../common/TextEntry.tsx'
import type { EditorProps } from '../definition.ts'

export function Editor(props: EditorProps<string, object>) {
  return <TextEntry props={props} inputMode="email" />
}
