/** One field of a record: its value, or its editor, and what becomes of an edit. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { SaveState } from '../../../ui/SaveState.tsx'
import {
  type Change,
  type FieldContext,
  FieldInput,
  fieldTypeUiOf,
  type Linked,
  type UploadState,
  UploadWatch,
} from '../../fields/public.ts'
import { FieldWriter, noteField, type PersonHere } from '../../live/public.ts'
import { recordEdits, useEdits } from '../data/record-writes.ts'
import { FailedEdit } from './FailedEdit.tsx'
import { ReadField } from './ReadField.tsx'
import classes from './RecordFields.module.css'
import { useInPlace } from './use-in-place.ts'

/** Picked values are saved at once, typed ones when their input is left. */
const isPicked = ({ dataType }: DataField) =>
  fieldTypeUiOf(dataType).inputs === 'one' || fieldType(dataType).family === 'file'

/** Whether focus stays within the same value: in another input, but not on the button beside the only one. */
const goesOn = ({ dataType }: DataField, to: EventTarget | null) =>
  fieldTypeUiOf(dataType).inputs === 'group' || !(to instanceof HTMLButtonElement)

const savedMs = 2500

interface EditableFieldProps {
  teamId: number
  record: RecordDetail
  field: DataField
  context: FieldContext
  isReadOnly: boolean
  people: readonly PersonHere[]
  /** Is never read only: shows its editor at once. */
  isAlwaysOpen: boolean
  onLinked(linked: Linked): void
}

export function EditableField({
  teamId,
  record,
  field,
  context,
  isReadOnly,
  people,
  isAlwaysOpen,
  onLinked,
}: EditableFieldProps) {
  const edits = useEdits(teamId, record.id)
  const edit = edits.get(record.id, field.columnName)
  const stored = record.values[field.columnName] ?? null
  const [draft, setDraft] = useState<{ value: unknown } | null>(null)
  const waiting = useRef<{ value: unknown } | null>(null)
  const isSaved = useSavedMark(edit !== undefined && edit.state !== 'failed', edit?.state === 'failed')

  const latest = useRef({ record, stored })
  latest.current = { record, stored }
  /** The value when editing began: another person's later value is a conflict, not a new base. */
  const begun = useRef<{ record: RecordDetail; stored: unknown } | null>(null)
  /** Its text is not a value: it stays in the input. */
  const isWrong = useRef(false)
  const flush = useRef(() => {
    if (isWrong.current) return false
    const typed = waiting.current
    const { record, stored } = begun.current ?? latest.current
    waiting.current = null
    begun.current = null
    setDraft(null)
    if (!typed) return false
    const now = recordEdits(teamId).get(record.id, field.columnName)
    if (JSON.stringify(typed.value ?? null) === JSON.stringify(now ? now.value : stored)) return false
    recordEdits(teamId).set(record.id, field.columnName, typed.value ?? null, stored, record.version)
    return true
  })
  useEffect(() => () => void flush.current(), [])
  const item = useRef<HTMLDivElement>(null)
  const isUploading = useRef(false)
  const [isChecked, setChecked] = useState(false)
  const inPlace = useInPlace(item, () => {
    if (isWrong.current) setChecked(true)
    if (isWrong.current || isUploading.current) return false
    flush.current()
    return true
  })
  const isOpen = isAlwaysOpen || (inPlace.isOpen && !isReadOnly)
  const noteUploads = useCallback((_: string, state: UploadState | null) => {
    isUploading.current = state === 'underWay'
    // Files that are added together are one entry of the history.
    if (!isUploading.current) flush.current()
  }, [])
  const isTyping = draft !== null
  useEffect(() => {
    if (!isTyping) return
    // The page may unmount while the input still has the focus: its text is sent, and the person is asked.
    const onUnload = (event: BeforeUnloadEvent) => flush.current() && event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [isTyping])

  const onChange = (value: unknown, change: Change) => {
    if (change.linked) onLinked(change.linked)
    setDraft({ value })
    setChecked(false)
    isWrong.current = Boolean(change.problem)
    begun.current ??= latest.current
    // Text that is not a value is not sent; the input keeps it and shows why.
    waiting.current = change.problem ? null : { value }
    if (isPicked(field) && !change.problem && !isUploading.current) flush.current()
  }
  const onCommit = () =>
    queueMicrotask(() => {
      if (isWrong.current) return setChecked(true)
      if (isUploading.current) return
      flush.current()
      inPlace.close()
    })
  /** Takes back what is not saved yet. */
  const isCancelled = useRef(false)
  const onCancel = () => {
    if (isAlwaysOpen) return
    isCancelled.current = true
    waiting.current = null
    begun.current = null
    isWrong.current = false
    setDraft(null)
    setChecked(false)
    inPlace.close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isCancelled.current) return
    isCancelled.current = false
    // The same key would close a drawer around it.
    event.preventDefault()
    event.stopPropagation()
  }
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    const { currentTarget, relatedTarget } = event
    const isInside = currentTarget.contains(relatedTarget)
    if (isInside && goesOn(field, relatedTarget)) return
    if (!isUploading.current) flush.current()
    if (isInside) return
    noteField(record.id, null)
    inPlace.onBlur(event)
  }
  // Files are dropped into the editor.
  const onDragEnter =
    !isReadOnly && !isOpen && fieldType(field.dataType).family === 'file' ? () => inPlace.open() : undefined
  const shown = draft ? draft.value : edit ? edit.value : stored

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices what happens to the inputs
    <div
      ref={item}
      className={classes.item}
      onFocus={() => isOpen && !isReadOnly && noteField(record.id, field.columnName)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onDragEnter={onDragEnter}
      data-open={isOpen || undefined}
    >
      {isOpen ? (
        <UploadWatch.Provider value={noteUploads}>
          <FieldInput
            field={field}
            value={shown}
            context={context}
            isReadOnly={isReadOnly}
            isChecked={isChecked}
            autoFocus={inPlace.isOpen}
            {...(inPlace.initialText === undefined ? {} : { initialText: inPlace.initialText })}
            onChange={onChange}
            onCommit={onCommit}
            onCancel={onCancel}
          />
        </UploadWatch.Provider>
      ) : (
        <ReadField
          field={field}
          value={shown}
          recordId={edit ? undefined : record.id}
          context={context}
          isReadOnly={isReadOnly}
          onOpen={inPlace.open}
          onSave={(value) =>
            recordEdits(teamId).set(record.id, field.columnName, value, stored, record.version)
          }
        />
      )}
      <FieldWriter people={people} dataRecordId={record.id} columnName={field.columnName} />
      {edit && edit.state !== 'failed' && (
        <span className={classes.state}>
          <SaveState state="saving" />
        </span>
      )}
      {isSaved && (
        <span className={classes.state}>
          <SaveState state="saved" />
        </span>
      )}
      {edit?.state === 'failed' && (
        <div className={classes.failed}>
          <FailedEdit teamId={teamId} edit={edit} field={field} context={context} />
        </div>
      )}
    </div>
  )
}

/** True for a while after a save succeeded. */
function useSavedMark(isSaving: boolean, isFailed: boolean): boolean {
  const was = useRef(false)
  const [isSaved, setSaved] = useState(false)
  useEffect(() => {
    if (isSaving || isFailed) {
      was.current = isSaving
      setSaved(false)
      return
    }
    if (!was.current) return
    was.current = false
    setSaved(true)
    const timer = setTimeout(() => setSaved(false), savedMs)
    return () => clearTimeout(timer)
  }, [isSaving, isFailed])
  return isSaved
}
