/** Files and pictures in cells and on the canvas; a click opens the viewer. */
import { Icon } from '../../../ui/Icon.tsx'
import { fileIcon, onFileLink, openFiles, Thumb, thumbnailUrl } from '../../files/public.ts'
import type { FieldContext } from '../field-context.ts'
import { copyText } from '../types/common/cells.tsx'
import type { CellProps, FieldOf, GridCell } from '../types/definition.ts'
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
                className={classes.name}
                onClick={onFileLink(shown, shown.indexOf(file))}
              >
                {name}
              </a>
            ) : (
              <span className={classes.name}>{name}</span>
            )}
            {file && variant === 'block' && (
              <span className={classes.size}>{context.format.bytes(file.size)}</span>
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

export function filesGridCell<S>(value: Files, field: FieldOf<S>, context: FieldContext): GridCell {
  const names = listOf(value).map((one) => nameOf(one, context))
  const files = filesOf(listOf(value))
  return {
    kind: 'bubbles',
    bubbles: names.map((text) => ({ text, color: null, avatar: null })),
    display: names.join(', '),
    copyText: copyText(value, field, context),
    align: 'left',
    look: (at) => openFiles(files, at),
  }
}

export function imagesGridCell<S>(value: Files, field: FieldOf<S>, context: FieldContext): GridCell {
  const files = filesOf(listOf(value))
  const pictured = files.filter((file) => thumbnailUrl(file, 96) !== null)
  return {
    kind: 'image',
    urls: pictured.flatMap((file) => thumbnailUrl(file, 96) ?? []),
    display: listOf(value)
      .map((one) => nameOf(one, context))
      .join(', '),
    copyText: copyText(value, field, context),
    align: 'left',
    look: (at) => {
      const file = pictured[at]
      openFiles(files, file ? files.indexOf(file) : 0)
    },
  }
}
