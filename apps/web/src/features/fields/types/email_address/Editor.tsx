import { TextEntry } from '../common/TextEntry.tsx'
import type { EditorProps } from '../definition.ts'

export const inputs = 'text'

export function Editor(props: EditorProps<string, object>) {
  return <TextEntry props={props} inputMode="email" />
}
