import { fieldTypes } from '@muster/contract/fields/types/index'
import styles from '../../../../ui/shared.module.css'
import { FilesEditor } from '../../files/FilesEditor.tsx'
import { type FileValue, fileOf } from '../../files/file-values.ts'
import { fieldTitle } from '../../titles.ts'
import { TextEntry } from '../common/TextEntry.tsx'
import type { EditorProps } from '../definition.ts'
import { Cell } from './Cell.tsx'
import type { VideoSettings } from './Settings.tsx'

export const inputs = 'text'

const kinds = ['video'] as const

/** The address of a video, or an uploaded one; the current video plays below. */
export function Editor(props: EditorProps<FileValue, VideoSettings>) {
  const { id, value, field, context } = props
  const isFile = value !== null && (fileOf(value) !== null || !String(value).startsWith('https://'))
  return (
    <div className={styles.stack8}>
      {!isFile && (
        <TextEntry
          props={props}
          inputMode="url"
          placeholder={context.t('fields:video.placeholder')}
          read={(text) => fieldTypes.video.fromText(text, field.settings, context.text)}
        />
      )}
      {(isFile || value === null) && (
        <FilesEditor
          props={
            {
              ...props,
              id: isFile ? id : `${id}-upload`,
              autoFocus: isFile && props.autoFocus,
              label: props.label ?? fieldTitle(field, context.format.language),
            } as never
          }
          isMulti={false}
          kinds={kinds}
          isPictures={false}
        />
      )}
      {value !== null && !props.isInvalid && !props.isCompact && (
        <Cell value={value} field={field} context={context} variant="block" />
      )}
    </div>
  )
}
