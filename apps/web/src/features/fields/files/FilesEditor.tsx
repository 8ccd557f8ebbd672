/** Adds files by button, drag and drop, clipboard or from existing ones; shows, sorts and removes them. */
import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { fieldErrorText } from '../../../lib/errors.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { acceptOf } from '../../files/public.ts'
import { useRecordSource } from '../source/record-source.ts'
import { fieldTitle } from '../titles.ts'
import type { EditorProps } from '../types/definition.ts'
import { FileItem } from './FileItem.tsx'
import classes from './FilesEditor.module.css'
import { type FileObject, type FileValue, fileIdOf } from './file-values.ts'
import { Uploading } from './Uploading.tsx'
import { useReportUploads } from './upload-watch.ts'
import { maxCountOf, useUploads } from './use-uploads.ts'

interface FilesProps {
  props: EditorProps<FileValue | FileValue[], unknown>
  isMulti: boolean
  kinds: readonly FileObject['kind'][]
  /** Pictures are shown as thumbnails, other files as lines. */
  isPictures: boolean
  children?: ReactNode
}

export function FilesEditor({ props, isMulti, kinds, isPictures, children }: FilesProps) {
  const { id, value, field, context, onChange, isReadOnly } = props
  const { t } = context
  const { filePicker } = useRecordSource()
  const [isOver, setOver] = useState(false)
  const [isPicking, setPicking] = useState(false)
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
  const given = useRef(new Map<string, number>())
  const put = (more: readonly FileObject[]) =>
    set(isMulti ? [...latest.current, ...more].slice(0, maxCountOf(field)) : more)
  const { uploads, add } = useUploads({
    field,
    room: () => (isMulti ? maxCountOf(field) - latest.current.length : 1),
    problemText: (problem) => fieldErrorText({ path: '', ...problem }, t as never),
    onUploaded(file, key) {
      if (!isMulti) return set([file])
      given.current.set(file.id, key)
      // Files keep the order in which they were added, whichever finishes first.
      const next = [...latest.current]
      const at = next.findIndex((one) => (given.current.get(fileIdOf(one)) ?? 0) > key)
      next.splice(at < 0 ? next.length : at, 0, file)
      set(next.slice(0, maxCountOf(field)))
    },
  })
  useReportUploads(field.columnName, uploads)
  const take = (list: FileList | null | undefined) => {
    const some = [...(list ?? [])]
    if (some.length > 0 && !isReadOnly) add(isMulti ? some : some.slice(0, 1))
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
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
  const remove = (file: FileValue) => {
    set(files.filter((other) => other !== file))
    // Its button is removed with it.
    button.current?.focus()
  }
  const isFull = !isMulti && files.length > 0
  const chooseText = t(
    isFull ? 'fields:files.replace' : isMulti ? 'fields:files.chooseMany' : 'fields:files.choose',
  )

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target; the button inside does the same
    <div
      className={classes.root}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (isReadOnly || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={onDrop}
      onPaste={onPaste}
      onBlur={props.onBlur}
    >
      {(files.length > 0 || uploads.length > 0) && (
        <ul
          className={isPictures ? classes.pictures : classes.lines}
          aria-label={props.label ?? fieldTitle(field, context.format.language)}
        >
          {files.map((one, at) => (
            <FileItem
              key={fileIdOf(one)}
              value={one}
              all={files}
              isPicture={isPictures}
              context={context}
              onMove={!isReadOnly && isMulti && at > 0 ? () => move(at, -1) : undefined}
              onRemove={isReadOnly ? undefined : () => remove(one)}
            />
          ))}
          {uploads.map((one) => (
            <Uploading key={one.key} upload={one} context={context} />
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <div className={classes.drop}>
          <button
            type="button"
            id={id}
            className={classes.choose}
            aria-label={props.label === undefined ? undefined : `${chooseText}: ${props.label}`}
            aria-describedby={props.describedBy}
            ref={button}
            onClick={() => input.current?.click()}
            onKeyDown={(event) => {
              if (event.key === 'Escape') props.onCancel()
            }}
          >
            <Glyph name="upload" size={14} />
            {chooseText}
          </button>
          {filePicker && (
            <button
              type="button"
              className={classes.choose}
              aria-haspopup="dialog"
              aria-label={t('fields:files.pickFor', {
                title: props.label ?? fieldTitle(field, context.format.language),
              })}
              onClick={() => setPicking(true)}
            >
              <Glyph name="list" size={14} />
              {t('fields:files.pick')}
            </button>
          )}
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
      {isPicking &&
        filePicker?.({
          kinds,
          isMulti,
          without: files.map(fileIdOf),
          onPick: put,
          onClose: () => setPicking(false),
        })}
      {children}
    </div>
  )
}
