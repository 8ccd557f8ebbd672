/** All fields of a record, each edited in place and saved when the person leaves it. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SaveState } from '../../../ui/SaveState.tsx'
import styles from '../../../ui/shared.module.css'
import { WidthGrid, WidthItem } from '../../../ui/WidthGrid.tsx'
import {
  type Change,
  type FieldContext,
  FieldInput,
  fieldTypeUiOf,
  type Linked,
  useFieldContext,
} from '../../fields/public.ts'
import { FieldWriter, noteField, type PersonHere, usePeopleHere } from '../../live/public.ts'
import { recordEdits, useEdits } from '../data/record-writes.ts'
import { FailedEdit } from './FailedEdit.tsx'
import classes from './RecordFields.module.css'

export function RecordFields({
  teamId,
  record,
  fields,
  isReadOnly,
  variant,
}: {
  teamId: number
  record: RecordDetail
  fields: readonly DataField[]
  isReadOnly: boolean
  /** drawer: labels beside the values; page: by their display widths. */
  variant: 'drawer' | 'page'
}) {
  const { t } = useTranslation('records')
  const [picked, setPicked] = useState<Linked>({})
  const linked = useMemo(() => ({ ...record.linked, ...picked }), [record.linked, picked])
  const context = useFieldContext(linked)
  const people = usePeopleHere(teamId, record.dataCollectionId)
  if (fields.length === 0) return <p className={styles.muted}>{t('record.noFields')}</p>
  const inputs = fields.map((field) => (
    <EditableField
      key={field.id}
      teamId={teamId}
      record={record}
      field={field}
      context={context}
      isReadOnly={isReadOnly || !field.canUpdate}
      people={people}
      onLinked={(more) => setPicked((known) => ({ ...known, ...more }))}
    />
  ))
  if (variant === 'drawer') return <div className={classes.list}>{inputs}</div>
  return (
    <WidthGrid of="fields">
      {fields.map((field, at) => (
        <WidthItem key={field.id} width={field.displayWidth}>
          {inputs[at]}
        </WidthItem>
      ))}
    </WidthGrid>
  )
}

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
  onLinked(linked: Linked): void
}

function EditableField({ teamId, record, field, context, isReadOnly, people, onLinked }: EditableFieldProps) {
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
  const flush = useRef(() => {
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
    begun.current ??= latest.current
    // Text that is not a value is not sent; the input keeps it and shows why.
    waiting.current = change.problem ? null : { value }
    if (isPicked(field) && !change.problem) flush.current()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    const isInside = currentTarget.contains(relatedTarget)
    if (isInside && goesOn(field, relatedTarget)) return
    flush.current()
    if (!isInside) noteField(record.id, null)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the focus left the inputs
    <div
      className={classes.item}
      onFocus={() => !isReadOnly && noteField(record.id, field.columnName)}
      onBlur={onBlur}
      data-readonly={isReadOnly || undefined}
    >
      <FieldInput
        field={field}
        value={draft ? draft.value : edit ? edit.value : stored}
        context={context}
        isReadOnly={isReadOnly}
        onChange={onChange}
        onCommit={() => queueMicrotask(() => flush.current())}
      />
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
