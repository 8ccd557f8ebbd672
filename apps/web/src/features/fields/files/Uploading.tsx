import { Progress } from '@mantine/core'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { fileIcon } from '../../files/public.ts'
import type { FieldContext } from '../field-context.ts'
import classes from './FilesEditor.module.css'
import type { Upload } from './use-uploads.ts'

/** One file being uploaded: its progress or its error, at its place in the list. */
export function Uploading({ upload, context }: { upload: Upload; context: FieldContext }) {
  const { t, format } = context
  const percent = Math.round(upload.progress * 100)
  return (
    <li className={classes.file} data-failed={upload.error ? '' : undefined}>
      <Icon name={fileIcon('other')} size={16} />
      <span className={classes.name}>
        {upload.name}
        {upload.error ? (
          <span className={classes.error} role="alert">
            {upload.error}
          </span>
        ) : (
          <Progress.Root size={4}>
            <Progress.Section
              value={percent}
              aria-label={t('fields:files.uploading', { name: upload.name })}
            />
          </Progress.Root>
        )}
      </span>
      <span className={classes.size}>
        {upload.error
          ? format.bytes(upload.size)
          : upload.isWaiting
            ? t('fields:files.waiting')
            : format.percent(upload.progress, 0)}
      </span>
      <span className={classes.tools}>
        {upload.retry && (
          <IconButton
            glyph="refresh"
            label={t('fields:files.retry', { name: upload.name })}
            size="sm"
            onClick={upload.retry}
          />
        )}
        <IconButton
          glyph="close"
          label={t('fields:files.cancel', { name: upload.name })}
          size="sm"
          onClick={upload.cancel}
        />
      </span>
    </li>
  )
}
