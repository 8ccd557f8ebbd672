/** Edits a list of rows inside one value: add, change, move, remove; unfinished input stays. */
import type { FieldType } from '@muster/contract/fields/definition'
import { fieldType } from '@muster/contract/fields/types/index'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import type { FieldContext } from '../../field-context.ts'
import type { EditorProps } from '../definition.ts'
import classes from './rows.module.css'

export { classes as rowsClasses }

interface Shape<Row, V> {
  fromValue(value: V | null): readonly Row[]
  blank: Row
  isBlank(row: Row): boolean
  /** JSON for the contract's `parse`. Undefined: a row holds text that cannot be parsed. */
  toInput(rows: readonly Row[]): unknown
}

export interface Rows<Row> {
  items: readonly { key: number; row: Row }[]
  add(): void
  change(key: number, row: Row): void
  remove(key: number): void
  move(key: number, by: number): void
  /** Whether the row was just added and takes the focus. */
  isFresh(key: number): boolean
  onKeyDown(event: KeyboardEvent): void
}

let lastKey = 0
const keyed = <Row,>(rows: readonly Row[]) =>
  rows.map((row) => {
    lastKey += 1
    return { key: lastKey, row }
  })

export function useRows<Row, V, S>(props: EditorProps<V, S>, shape: Shape<Row, V>): Rows<Row> {
  const { value, field, onChange } = props
  const [items, setItems] = useState(() => keyed(shape.fromValue(value)))
  const [seen, setSeen] = useState(JSON.stringify(value))
  const reported = useRef(seen)
  const fresh = useRef<number | null>(null)
  const now = JSON.stringify(value)
  if (now !== seen) {
    setSeen(now)
    if (now !== reported.current) {
      reported.current = now
      setItems(keyed(shape.fromValue(value)))
    }
  }

  const { maxCount: maxRows = 1 } = field.settings as { maxCount?: number }

  const set = (next: readonly { key: number; row: Row }[]) => {
    setItems([...next])
    const kept = next.map(({ row }) => row).filter((row) => !shape.isBlank(row))
    const input = shape.toInput(kept)
    if (input === undefined) return onChange(value, { problem: { code: 'not_a_number' } })
    const type = fieldType(field.dataType) as unknown as FieldType<V, S>
    const parsed = type.parse(kept.length === 0 ? null : input, field.settings)
    if (!parsed.ok) return onChange(value, { problem: { code: parsed.code, params: parsed.params } })
    reported.current = JSON.stringify(parsed.value)
    onChange(parsed.value, { problem: null })
  }

  const add = () => {
    lastKey += 1
    fresh.current = lastKey
    set([...items, { key: lastKey, row: shape.blank }])
  }
  const remove = (key: number) => set(items.filter((item) => item.key !== key))
  const move = (key: number, by: number) => {
    const at = items.findIndex((item) => item.key === key)
    const next = [...items]
    const [item] = next.splice(at, 1)
    if (item) next.splice(at + by, 0, item)
    set(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') return props.onCancel()
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) return props.onCommit()
    const place = placeOf(event.currentTarget)
    const item = place && items[place.at]
    if (!item || props.isReadOnly) return
    const action = keyAction(event, place, shape.isBlank(item.row))
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    if (action === 'add') {
      if (items.length < maxRows) add()
    } else if (action === 'up' || action === 'down') {
      const by = action === 'up' ? -1 : 1
      if (items[place.at + by]) move(item.key, by)
    } else if (action === 'remove') {
      inputsOf(place.rows[place.at - 1])
        .at(-1)
        ?.focus()
      remove(item.key)
    } else action.focus()
  }

  return {
    items,
    add,
    change: (key, row) => set(items.map((item) => (item.key === key ? { key, row } : item))),
    remove,
    move,
    isFresh: (key) => fresh.current === key,
    onKeyDown,
  }
}

interface Place {
  rows: readonly Element[]
  at: number
  column: number
}

const inputsOf = (row: Element | undefined): HTMLInputElement[] => [...(row?.querySelectorAll('input') ?? [])]

/** Index of the row an input is in, from the `data-row` of its rows. */
function placeOf(input: Element): Place | null {
  const row = input.closest('[data-row]')
  const rows = [...(row?.parentElement?.children ?? [])].filter((one) => one.matches('[data-row]'))
  if (!row) return null
  return { rows, at: rows.indexOf(row), column: inputsOf(row).indexOf(input as HTMLInputElement) }
}

/**
 * Enter moves on, and past the end adds a row; arrows move up and down in a column, with Alt they move the row;
 * Backspace in an empty row removes it.
 */
function keyAction(
  event: KeyboardEvent,
  { rows, at, column }: Place,
  isBlank: boolean,
): 'add' | 'remove' | 'up' | 'down' | HTMLElement | null {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  if (step !== 0 && event.altKey) return step < 0 ? 'up' : 'down'
  if (step !== 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey)
    return inputsOf(rows[at + step])[column] ?? null
  if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
    return inputsOf(rows[at])[column + 1] ?? inputsOf(rows[at + 1])[0] ?? 'add'
  }
  return event.key === 'Backspace' && isBlank && at > 0 && column === 0 ? 'remove' : null
}

export function RowTools<Row>({
  rows,
  at,
  itemKey,
  context,
}: {
  rows: Rows<Row>
  at: number
  itemKey: number
  context: FieldContext
}) {
  const number = at + 1
  return (
    <span className={classes.tools}>
      {at > 0 && (
        <IconButton
          glyph="arrowUp"
          size="sm"
          label={context.t('fields:rows.moveUp', { number })}
          onClick={() => rows.move(itemKey, -1)}
        />
      )}
      <IconButton
        glyph="close"
        size="sm"
        label={context.t('fields:rows.remove', { number })}
        onClick={(event) => {
          const row = event.currentTarget.closest('[data-row]')
          // Where the row was, its neighbour gets the focus; after the last one, the add button.
          const next = row?.nextElementSibling ?? row?.previousElementSibling
          next?.querySelector<HTMLElement>('input')?.focus()
          if (next instanceof HTMLButtonElement) next.focus()
          rows.remove(itemKey)
        }}
      />
    </span>
  )
}

export function AddRow({ id, label, onClick }: { id: string | undefined; label: string; onClick(): void }) {
  return (
    <button type="button" id={id} className={classes.add} onClick={onClick}>
      <Glyph name="plus" size={14} />
      {label}
    </button>
  )
}
