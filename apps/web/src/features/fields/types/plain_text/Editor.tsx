import { TextEntry } from '../common/TextEntry.tsx'
import type { EditorProps } from '../definition.ts'
import type { TextSettings } from './Settings.tsx'

export const inputs = 'text'

/** A long text gets an area too, whatever the setting says: nothing is cut off. */
export function Editor(props: EditorProps<string, TextSettings>) {
  const { isMultiline } = props.field.settings
  const isLong = (props.value?.length ?? 0) > 120 || props.value?.includes('\n') === true
  return <TextEntry props={props} isMultiline={isMultiline || isLong} isSpellChecked />
}
