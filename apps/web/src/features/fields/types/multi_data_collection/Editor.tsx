import { CollectionEditor } from '../../picker/CollectionEditor.tsx'
import type { EditorProps } from '../definition.ts'
import type { CollectionSettings } from './Settings.tsx'

export const inputs = 'one'

export function Editor(props: EditorProps<number[], CollectionSettings>) {
  return <CollectionEditor props={props} isMulti={true} />
}
