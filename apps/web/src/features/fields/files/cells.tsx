/** Files and pictures in cells and on the canvas; a click opens the viewer. */
import { Icon } from '../../../ui/Icon.tsx'
import styles from '../../../ui/shared.module.css'
import { fileIcon, onFileLink, openFiles, Thumb, thumbnailUrl } from '../../files/public.ts'
import { bubblesDrawing } from '../drawings/bubbles.ts'
import { picturesDrawing } from '../drawings/pictures.ts'
import type { FieldContext } from '../field-context.ts'
import type { CellProps, GridLook } from '../types/definition.ts'
import classes from './cells.module.css'
import { type FileValue, fileIdOf, fileOf, filesOf } from './file-values.ts'

type Files = FileValue | FileValue[]
const listOf = (value: Files): readonly FileValue[] => (Array.isArray(value) ? value : [value])
const nameOf = (value: FileValue, { t }: FieldContext) => fileOf(value)?.name ?? t('fields:files.unnamed')

export function FileCell({ value, context, variant }: CellProps<Files, unknown>) {
  const shown = filesOf(listOf(value))
  return (
    <span className={variant === 'line' ? classes.line : classes.block}>
      {listOf(value).map((one) => {
        const file = fileOf(one)
        const name = nameOf(one, context)
        return (
          <span key={fileIdOf(one)} className={classes.file}>
            <Icon name={fileIcon(file?.kind)} size={14} />
            {file ? (
              <a
                href={file.url}
                target="_blank"
                rel="noreferrer"
                className={styles.clipped}
                onClick={onFileLink(shown, shown.indexOf(file))}
              >
                {name}
              </a>
            ) : (
              <span className={styles.clipped}>{name}</span>
            )}
            {file && variant === 'block' && (
              <span className={styles.note}>{context.format.bytes(file.size)}</span>
            )}
          </span>
        )
      })}
    </span>
  )
}

export function ImageCell({ value, context, variant }: CellProps<Files, unknown>) {
  const isLine = variant === 'line'
  const shown = filesOf(listOf(value))
  return (
    <span className={isLine ? classes.line : classes.pictures}>
      {listOf(value).map((one) => {
        const file = fileOf(one)
        const name = nameOf(one, context)
        if (!file) return <Icon key={fileIdOf(one)} name={fileIcon('image')} label={name} />
        return (
          <a
            key={file.id}
            href={file.url}
            target="_blank"
            rel="noreferrer"
            className={isLine ? classes.small : classes.big}
            onClick={onFileLink(shown, shown.indexOf(file))}
          >
            <Thumb file={file} alt={name} sizes={isLine ? '32px' : '160px'} iconSize={isLine ? 14 : 20} />
          </a>
        )
      })}
    </span>
  )
}

const display = (value: Files, _field: unknown, context: FieldContext): string =>
  listOf(value)
    .map((one) => nameOf(one, context))
    .join(', ')

export const filesGrid: GridLook<Files, object> = {
  display,
  drawing: (value, _field, context) =>
    bubblesDrawing(listOf(value).map((one) => ({ text: nameOf(one, context), color: null, avatar: null }))),
  look: (value, at) => openFiles(filesOf(listOf(value)), at),
}

const withPicture = (value: Files) => filesOf(listOf(value)).filter((file) => thumbnailUrl(file, 96) !== null)

export const imagesGrid: GridLook<Files, object> = {
  display,
  drawing: (value) => picturesDrawing(withPicture(value).flatMap((file) => thumbnailUrl(file, 96) ?? [])),
  look(value, at) {
    const files = filesOf(listOf(value))
    const file = withPicture(value)[at]
    openFiles(files, file ? files.indexOf(file) : 0)
  },
}
