/** Uploads files by button, by drag and drop or from the clipboard; shows, orders and removes them. */
import { Progress } from '@mantine/core'
import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { fieldErrorText } from '../../../lib/errors.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { EditorProps } from '../types/definition.ts'
import entry from '../types/shared/Entry.module.css'
import classes from './FilesEditor.module.css'
import {
  acceptOf,
  downloadUrl,
  type FileObject,
  type FileValue,
  fileIcon,
  fileIdOf,
  fileOf,
} from './file-values.ts'
import { type Upload, useUploads } from './use-uploads.ts'

interface FilesProps {
  props: EditorProps<FileValue | FileValue[], unknown>
  isMulti: boolean
  kinds: readonly FileObject['kind'][]
  /** Pictures stand as thumbnails, other files as lines. */
  isPictures: boolean
  children?: ReactNode
}

export function FilesEditor({ props, isMulti, kinds, isPictures, children }: FilesProps) {
  const { id, value, field, context, onChange, isReadOnly } = props
  const { t, format } = context
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { autoFocus } = props
  useEffect(() => {
    if (autoFocus) button.current?.focus()
  }, [autoFocus])
  const files = value === null ? [] : Array.isArray(value) ? value : [value]
  const latest = useRef(files)
  latest.current = files

  const set = (next: readonly FileValue[]) => {
    latest.current = [...next]
    if (isMulti) onChange(next.length > 0 ? [...next] : null)
    else onChange(next.at(-1) ?? null)
  }
  const { uploads, add } = useUploads({
    teamId: context.teamId,
    field,
    problemText: (problem) => fieldErrorText({ path: '', ...problem }, t as never),
    onUploaded: (file) => set(isMulti ? [...latest.current, file] : [file]),
  })
  const take = (list: FileList | null | undefined) => {
    const given = [...(list ?? [])]
    if (given.length > 0 && !isReadOnly) add(isMulti ? given : given.slice(0, 1))
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    take(event.clipboardData.files)
  }
  const move = (at: number, by: number) => {
    const next = [...files]
    const [one] = next.splice(at, 1)
    if (one) next.splice(at + by, 0, one)
    set(next)
  }
  const isFull = !isMulti && files.length > 0

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files on; the button inside does the same
    <div
      className={classes.root}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (isReadOnly || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      onPaste={onPaste}
      onBlur={props.onBlur}
    >
      {(files.length > 0 || uploads.length > 0) && (
        <ul className={isPictures ? classes.pictures : classes.lines} aria-label={props.label ?? field.title}>
          {files.map((value, at) => {
            const file = fileOf(value)
            const name = file?.name ?? t('fields:files.unnamed')
            return (
              <li key={fileIdOf(value)} className={isPictures ? classes.picture : classes.file}>
                {isPictures && file ? (
                  <a href={file.url} target="_blank" rel="noreferrer" className={classes.frame}>
                    <img src={file.thumbnail ?? file.url} alt={name} loading="lazy" />
                  </a>
                ) : (
                  <>
                    <Icon name={fileIcon(file?.kind)} size={16} />
                    <span className={classes.name}>
                      {file ? (
                        <a href={file.url} target="_blank" rel="noreferrer">
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
                  {!isReadOnly && isMulti && at > 0 && (
                    <IconButton
                      glyph={isPictures ? 'arrowLeft' : 'arrowUp'}
                      label={t('fields:files.earlier', { name })}
                      size="sm"
                      onClick={() => move(at, -1)}
                    />
                  )}
                  {!isReadOnly && (
                    <IconButton
                      glyph="close"
                      label={t('fields:files.remove', { name })}
                      size="sm"
                      onClick={() => set(files.filter((one) => one !== value))}
                    />
                  )}
                </span>
              </li>
            )
          })}
          {uploads.map((one) => (
            <Uploading key={one.key} upload={one} {...{ t, format }} />
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <div className={classes.drop}>
          <button
            type="button"
            id={id}
            className={classes.choose}
            aria-label={props.label}
            aria-describedby={props.describedBy}
            ref={button}
            onClick={() => input.current?.click()}
            onKeyDown={(event) => {
              if (event.key === 'Escape') props.onCancel()
            }}
          >
            <Glyph name="upload" size={14} />
            {t(isFull ? 'fields:files.replace' : isMulti ? 'fields:files.chooseMany' : 'fields:files.choose')}
          </button>
          <span className={classes.hint}>{t('fields:files.drop')}</span>
          <input
            ref={input}
            type="file"
            hidden
            tabIndex={-1}
            aria-hidden="true"
            data-testid={`${id}-file`}
            multiple={isMulti}
            accept={acceptOf(kinds)}
            onChange={(event) => {
              take(event.currentTarget.files)
              event.currentTarget.value = ''
            }}
          />
        </div>
      )}
      {children}
    </div>
  )
}

function Uploading({ upload, t, format }: { upload: Upload } & Pick<EditorProps['context'], 't' | 'format'>) {
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
        {upload.error ? format.bytes(upload.size) : format.percent(upload.progress, 0)}
      </span>
      <span className={classes.tools}>
        {upload.error && (
          <IconButton glyph="refresh" label={t('common:retry')} size="sm" onClick={() => upload.retry()} />
        )}
        <IconButton
          glyph="close"
          label={t('fields:files.cancel', { name: upload.name })}
          size="sm"
          onClick={() => upload.cancel()}
        />
      </span>
    </li>
  )
}
