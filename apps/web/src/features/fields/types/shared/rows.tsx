/** Editing a list of rows inside one value: add, change, move, remove; what is half typed stays. */
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
  /** JSON for the contract's `parse`. Undefined: a row holds text that cannot be read. */
  toInput(rows: readonly Row[]): unknown
}

export interface Rows<Row> {
  items: readonly { key: number; row: Row }[]
  add(): void
  change(key: number, row: Row): void
  remove(key: number): void
  move(key: number, by: number): void
  /** Whether the row was just added, and takes the focus. */
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
  const told = useRef(seen)
  const fresh = useRef<number | null>(null)
  const now = JSON.stringify(value)
  if (now !== seen) {
    setSeen(now)
    if (now !== told.current) {
      told.current = now
      setItems(keyed(shape.fromValue(value)))
    }
  }

  const set = (next: readonly { key: number; row: Row }[]) => {
    setItems([...next])
    const kept = next.map(({ row }) => row).filter((row) => !shape.isBlank(row))
    const input = shape.toInput(kept)
    if (input === undefined) return onChange(value, { problem: { code: 'not_a_number' } })
    const type = fieldType(field.dataType) as unknown as FieldType<V, S>
    const parsed = type.parse(kept.length === 0 ? null : input, field.settings)
    if (!parsed.ok) return onChange(value, { problem: { code: parsed.code, params: parsed.params } })
    told.current = JSON.stringify(parsed.value)
    onChange(parsed.value, { problem: null })
  }

  return {
    items,
    add() {
      lastKey += 1
      fresh.current = lastKey
      set([...items, { key: lastKey, row: shape.blank }])
    },
    change: (key, row) => set(items.map((item) => (item.key === key ? { key, row } : item))),
    remove: (key) => set(items.filter((item) => item.key !== key)),
    move(key, by) {
      const at = items.findIndex((item) => item.key === key)
      const next = [...items]
      const [item] = next.splice(at, 1)
      if (item) next.splice(at + by, 0, item)
      set(next)
    },
    isFresh: (key) => fresh.current === key,
    onKeyDown(event) {
      if (event.key === 'Escape') props.onCancel()
      if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) props.onCommit()
    },
  }
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
        onClick={() => rows.remove(itemKey)}
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
