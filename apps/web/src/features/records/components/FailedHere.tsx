/** At the reader's current cell: its edit that was not saved, with both values in case of a conflict. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { type FieldContext, fieldTitle } from '../../fields/public.ts'
import type { Edit } from '../data/edits.ts'
import type { Box } from '../grid/port.ts'
import { FailedEdit } from './FailedEdit.tsx'
import classes from './FailedHere.module.css'

const width = 320
const margin = 8

export function FailedHere({
  teamId,
  edit,
  field,
  context,
  box,
  /** Increases when the cell may have moved. */
  moved,
  onDone,
}: {
  teamId: number
  edit: Edit
  field: DataField
  context: FieldContext
  box(): Box | null
  moved: number
  onDone(): void
}) {
  const note = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `moved` triggers a new measurement
  useLayoutEffect(() => {
    const element = note.current
    const cell = box()
    if (!element) return
    element.style.visibility = cell ? 'visible' : 'hidden'
    if (!cell) return
    const { clientWidth } = document.documentElement
    const left = Math.max(margin, Math.min(cell.x, clientWidth - width - margin))
    const isBelow = cell.y + cell.height + element.offsetHeight + margin < window.innerHeight
    const top = isBelow ? cell.y + cell.height + 4 : cell.y - element.offsetHeight - 4
    element.style.transform = `translate(${Math.round(left)}px, ${Math.round(Math.max(margin, top))}px)`
  }, [moved, edit])
  return createPortal(
    <fieldset
      ref={note}
      className={classes.note}
      style={{ width }}
      data-failed-here
      aria-label={fieldTitle(field, context.format.language)}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
    >
      <FailedEdit teamId={teamId} edit={edit} field={field} context={context} />
    </fieldset>,
    document.body,
  )
}

/** Moves the focus into the note, if one is shown. */
export function focusFailedHere(): boolean {
  const button = document.querySelector<HTMLElement>('[data-failed-here] button')
  button?.focus()
  return button !== null
}
