/** One value of a linked record, edited in place by a click or Enter, where the user may. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FieldContext,
  FieldValue,
  fieldTitle,
  isRightAligned,
  type Linked,
} from '../../fields/public.ts'
import { CellEditor, type Movement } from '../components/CellEditor.tsx'
import { FailedEdit } from '../components/FailedEdit.tsx'
import { recordEdits, useEdits } from '../data/record-writes.ts'
import classes from './LinkedCell.module.css'

export function LinkedCell({
  teamId,
  record,
  field,
  context,
  isEditable,
  isTabStop,
  onLinked,
  onKey,
  onMove,
}: {
  teamId: number
  record: DataRecord
  field: DataField
  context: FieldContext
  isEditable: boolean
  /** One of all cells is a tab stop; arrow keys lead to the others. */
  isTabStop: boolean
  onLinked(linked: Linked): void
  onKey(event: KeyboardEvent): void
  /** An editor was left in some direction. */
  onMove(movement: Movement): void
}) {
  const { t } = useTranslation(['cards', 'records'])
  const cell = useRef<HTMLTableCellElement>(null)
  const [isEditing, setEditing] = useState(false)
  const moved = useMoved(isEditing)
  const edit = useEdits(teamId, record.id).get(record.id, field.columnName)
  const stored = record.values[field.columnName] ?? null
  const value = edit ? edit.value : stored
  const finish = (movement: Movement) => {
    setEditing(false)
    requestAnimationFrame(() => {
      cell.current?.querySelector<HTMLElement>('[data-cell]')?.focus()
      onMove(movement)
    })
  }
  return (
    <td
      ref={cell}
      className={isEditable ? classes.cell : undefined}
      data-align={isRightAligned(field) ? 'right' : undefined}
      data-pending={(edit && edit.state !== 'failed') || undefined}
    >
      {isEditable && (
        <button
          type="button"
          data-cell
          className={classes.edit}
          tabIndex={isTabStop ? 0 : -1}
          aria-label={t('linked.editCell', {
            field: fieldTitle(field, context.format.language),
            name: record.name || t('records:record.unnamed'),
          })}
          onClick={() => setEditing(true)}
          onKeyDown={(event) => {
            if (event.key !== 'F2') return onKey(event)
            event.preventDefault()
            setEditing(true)
          }}
        />
      )}
      <span className={classes.value}>
        <FieldValue field={field} value={value} recordId={record.id} context={context} />
      </span>
      {edit?.state === 'failed' && (
        <div className={classes.failed}>
          <FailedEdit teamId={teamId} edit={edit} field={field} context={context} />
        </div>
      )}
      {isEditing && (
        <CellEditor
          field={field}
          value={value}
          context={context}
          initialText={undefined}
          box={() => cell.current?.getBoundingClientRect() ?? null}
          moved={moved}
          onSave={(next, change, movement) => {
            if (change.linked) onLinked(change.linked)
            if (JSON.stringify(next ?? null) !== JSON.stringify(value))
              recordEdits(teamId).set(record.id, field.columnName, next ?? null, stored, record.version)
            finish(movement)
          }}
          onCancel={() => finish('stay')}
        />
      )}
    </td>
  )
}

/** Increases on every scroll while it is observed. */
function useMoved(isWatched: boolean): number {
  const [moved, setMoved] = useState(0)
  useEffect(() => {
    if (!isWatched) return
    const note = () => setMoved((count) => count + 1)
    window.addEventListener('scroll', note, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', note, { capture: true })
  }, [isWatched])
  return moved
}
