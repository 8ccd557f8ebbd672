import { ReferenceEditor } from '../../picker/ReferenceEditor.tsx'
import type { EditorProps } from '../definition.ts'
import type { RecordSettings } from './Settings.tsx'

export const inputs = 'one'

export function Editor(props: EditorProps<number, RecordSettings>) {
  const { dataCollectionId } = props.field.settings
  return <ReferenceEditor props={props} collectionId={dataCollectionId} isMulti={false} isList={false} />
}
