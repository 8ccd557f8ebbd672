/**
 * The editor of one cell, over the grid: Enter saves and moves down, Tab saves and moves right, Escape cancels. Up and
 * Down save and move too, where the person began by typing.
 */

import type { DataField } from '@muster/contract/fields/fields.schema'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { isInPortal } from '../../../ui/in-portal.ts'
import {
  type Change,
  type FieldContext,
  FieldInput,
  type FieldProblem,
  fieldTitle,
  fieldTypeUiOf,
} from '../../fields/public.ts'
import type { Box } from '../grid/port.ts'
import classes from './CellEditor.module.css'

export type Movement = 'stay' | 'down' | 'up' | 'right' | 'left'

export interface CellEditorProps {
  field: DataField
  value: unknown
  context: FieldContext
  initialText: string | undefined
  /** The cell's current position; null while it is scrolled out of view. */
  box: () => Box | null
  /** Increases when the cell may have moved. */
  moved: number
  onSave(value: unknown, change: Change, movement: Movement): void
  onCancel(): void
}

const panelWidth = 420
const margin = 8

export function CellEditor(props: CellEditorProps) {
  const { field, context, onSave, onCancel, initialText } = props
  const { t } = useTranslation(['records'])
  const overlay = useRef<HTMLDivElement>(null)
  const [value, setValue] = useState(props.value)
  const draft = useRef<{ value: unknown; change: Change; problem: FieldProblem | null }>({
    value: props.value,
    change: {},
    problem: null,
  })
  const [isRefused, setRefused] = useState(false)
  const { overlay: kind, inputs } = fieldTypeUiOf(field.dataType)
  const isPanel = kind === 'panel'
  const isDone = useRef(false)

  const leave = useCallback(
    (movement: Movement) => {
      if (isDone.current) return
      const { value, change, problem } = draft.current
      // A value that cannot be parsed stays in the editor with its error, until it is corrected or cancelled.
      if (problem) return setRefused(true)
      isDone.current = true
      onSave(value, change, movement)
    },
    [onSave],
  )
  const cancel = () => {
    if (isDone.current) return
    isDone.current = true
    onCancel()
  }

  usePosition(overlay, props, isPanel)
  useOutsideClick(overlay, () => leave('stay'))

  const onKeyDown = (event: KeyboardEvent) => {
    // Someone who began by typing over the cell goes on with the arrows, as in a spreadsheet.
    const step = initialText === undefined ? undefined : steps[event.key]
    if (step && !isPanel && isPlain(event) && isLineOfText(event.target)) {
      event.preventDefault()
      return leave(step)
    }
    if (event.key !== 'Tab' || (isPanel && inputs === 'group')) return
    event.preventDefault()
    leave(event.shiftKey ? 'left' : 'right')
  }

  return createPortal(
    <div
      ref={overlay}
      className={classes.overlay}
      data-panel={isPanel || undefined}
      data-group={inputs === 'group' || undefined}
      data-refused={isRefused || undefined}
      role="dialog"
      aria-label={t('records:grid.editing', { field: fieldTitle(field, context.format.language) })}
      onKeyDown={onKeyDown}
    >
      <FieldInput
        field={field}
        value={value}
        context={context}
        isCompact
        isChecked={isRefused}
        autoFocus
        {...(initialText === undefined ? {} : { initialText })}
        onChange={(next, change) => {
          draft.current = { value: next, change, problem: change.problem ?? null }
          setValue(next)
          if (!change.problem) setRefused(false)
        }}
        onCommit={() => queueMicrotask(() => leave('down'))}
        onCancel={cancel}
      />
    </div>,
    document.body,
  )
}

const steps: Readonly<Record<string, Movement>> = { ArrowDown: 'down', ArrowUp: 'up' }

/** Whether nothing else has used a key. */
const isPlain = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && !(event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)

/** Arrows choose among options, and move between the lines of a longer text. */
function isLineOfText(target: EventTarget): boolean {
  if (target instanceof HTMLTextAreaElement) return !target.value.includes('\n')
  return (
    target instanceof HTMLInputElement &&
    target.getAttribute('role') !== 'combobox' &&
    !target.hasAttribute('aria-haspopup')
  )
}

/** Keeps the overlay over its cell, inside the window. */
function usePosition(
  overlay: { current: HTMLDivElement | null },
  { box, moved }: CellEditorProps,
  isPanel: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `moved` triggers a new measurement
  useLayoutEffect(() => {
    const element = overlay.current
    if (!element) return
    const place = () => {
      const cell = box()
      element.style.visibility = cell ? 'visible' : 'hidden'
      if (!cell) return
      const width = isPanel ? Math.max(panelWidth, cell.width) : Math.max(cell.width + 1, 120)
      const { clientWidth } = document.documentElement
      const left = Math.max(margin, Math.min(cell.x, clientWidth - width - margin))
      const height = element.offsetHeight
      const isBelow = cell.y + height < window.innerHeight - margin
      const top = isBelow ? cell.y : Math.max(margin, window.innerHeight - height - margin)
      element.style.width = `${Math.min(width, clientWidth - margin * 2)}px`
      element.style.minHeight = `${cell.height + 1}px`
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(element)
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', place)
    }
  }, [moved, isPanel])
}

/** Clicks elsewhere; lists and calendars that the editor opens are in portals and do not count. */
function useOutsideClick(overlay: { current: HTMLDivElement | null }, left: () => void): void {
  const latest = useRef(left)
  latest.current = left
  useEffect(() => {
    const onDown = (event: MouseEvent) => {
      const target = event.target
      if (!(target instanceof Element) || overlay.current?.contains(target)) return
      if (isInPortal(target)) return
      latest.current()
    }
    document.addEventListener('mousedown', onDown, true)
    return () => document.removeEventListener('mousedown', onDown, true)
  }, [overlay])
}
