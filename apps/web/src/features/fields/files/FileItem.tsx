import { Glyph } from '../../../ui/Glyph.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { downloadUrl, fileIcon, onFileLink, Thumb } from '../../files/public.ts'
import type { FieldContext } from '../field-context.ts'
import entry from '../types/common/Entry.module.css'
import classes from './FilesEditor.module.css'
import { type FileValue, fileOf, filesOf } from './file-values.ts'

/** One file of a value being edited: opens in the viewer, can be saved, moved and removed. */
export function FileItem({
  value,
  all,
  isPicture,
  context,
  onMove,
  onRemove,
}: {
  value: FileValue
  /** The files of the same value, which are its neighbours in the viewer. */
  all: readonly FileValue[]
  isPicture: boolean
  context: FieldContext
  /** Absent where it cannot be moved forward. */
  onMove: (() => void) | undefined
  onRemove: (() => void) | undefined
}) {
  const { t, format } = context
  const file = fileOf(value)
  const name = file?.name ?? t('fields:files.unnamed')
  const shown = filesOf(all)
  const open = file ? onFileLink(shown, shown.indexOf(file)) : undefined
  return (
    <li className={isPicture ? classes.picture : classes.file}>
      {isPicture && file ? (
        <a href={file.url} target="_blank" rel="noreferrer" className={classes.frame} onClick={open}>
          <Thumb file={file} alt={name} sizes="160px" />
        </a>
      ) : (
        <>
          <Icon name={fileIcon(file?.kind)} size={16} />
          <span className={classes.name}>
            {file ? (
              <a href={file.url} target="_blank" rel="noreferrer" onClick={open}>
                {name}
              </a>
            ) : (
              name
            )}
          </span>
          {file && <span className={classes.size}>{format.bytes(file.size)}</span>}
        </>
      )}
      <span className={classes.tools}>
        {file && (
          <a
            href={downloadUrl(file)}
            className={entry.button}
            aria-label={t('fields:files.download', { name })}
          >
            <Glyph name="download" size={14} />
          </a>
        )}
        {onMove && (
          <IconButton
            glyph={isPicture ? 'arrowLeft' : 'arrowUp'}
            label={t('fields:files.earlier', { name })}
            size="sm"
            onClick={onMove}
          />
        )}
        {onRemove && (
          <IconButton glyph="close" label={t('fields:files.remove', { name })} size="sm" onClick={onRemove} />
        )}
      </span>
    </li>
  )
}
