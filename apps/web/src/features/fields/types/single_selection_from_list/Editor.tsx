import { SelectionEditor } from '../../picker/SelectionEditor.tsx'
import type { EditorProps } from '../definition.ts'
import type { SelectionSettings } from './Settings.tsx'

export const inputs = 'one'

export function Editor(props: EditorProps<number, SelectionSettings>) {
  const { listId, displayFormat } = props.field.settings
  return (
    <SelectionEditor props={props} listId={listId} isMulti={false} isSpread={displayFormat !== 'dropdown'} />
  )
}
