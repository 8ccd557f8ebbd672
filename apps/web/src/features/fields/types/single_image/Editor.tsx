import { FilesEditor } from '../../files/FilesEditor.tsx'
import type { FileValue } from '../../files/file-values.ts'
import type { EditorProps } from '../definition.ts'
import type { FileSettings } from './Settings.tsx'

export const inputs = 'one'

const images = ['image'] as const

export function Editor(props: EditorProps<FileValue, FileSettings>) {
  return <FilesEditor props={props} isMulti={false} kinds={images} isPictures={true} />
}
