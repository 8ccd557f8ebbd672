/**
 * An ordered list whose rows are moved by mouse and keyboard and removed; the focus then goes to the next one.
 *
 *   <ListEditor
 *     items={chosen} idOf={({ id }) => id} nameOf={({ title }) => title} label={text}
 *     moveLabel={moveText} removeLabel={removeText} onChange={setChosen}
 *   >
 *     {(item, { remove }) => <>{item.title} {remove}</>}
 *   </ListEditor>
 */
import { type ReactNode, useRef } from 'react'
import { IconButton } from './IconButton.tsx'
import { SortableList, SortableRow } from './SortableList.tsx'

export function ListEditor<Item>({
  items,
  idOf,
  nameOf,
  label,
  className,
  rowClassName,
  moveLabel,
  removeLabel,
  onChange,
  onRemove = (gone) => onChange(items.filter((item) => item !== gone)),
  children,
}: {
  items: readonly Item[]
  idOf(item: Item): number
  nameOf(item: Item): string
  /** Accessible name of the list, if no surrounding group has one. */
  label?: string
  className?: string | undefined
  rowClassName?: string | undefined
  moveLabel(name: string): string
  removeLabel(name: string): string
  onChange(items: Item[]): void
  /** Where removing does more than dropping the item. */
  onRemove?(item: Item): void
  /** A row beside its handle; `remove` is its remove button. */
  children(item: Item, row: { at: number; remove: ReactNode }): ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const byId = new Map(items.map((item) => [idOf(item), item]))
  const take = (id: number) => byId.get(id) as Item
  const remove = (item: Item, at: number) => {
    const rows = list.current?.children ?? []
    // Its button is removed with it.
    const next = rows[at + 1] ?? rows[at - 1]
    next?.querySelector<HTMLElement>('[data-remove]')?.focus()
    onRemove(item)
  }
  return (
    <SortableList
      ids={[...byId.keys()]}
      nameOf={(id) => nameOf(take(id))}
      onReorder={(ids) => onChange(ids.map(take))}
    >
      <ul ref={list} className={className} aria-label={label}>
        {items.map((item, at) => (
          <SortableRow
            key={idOf(item)}
            id={idOf(item)}
            label={moveLabel(nameOf(item))}
            {...(rowClassName ? { className: rowClassName } : {})}
          >
            {children(item, {
              at,
              remove: (
                <IconButton
                  glyph="close"
                  label={removeLabel(nameOf(item))}
                  data-remove=""
                  onClick={() => remove(item, at)}
                />
              ),
            })}
          </SortableRow>
        ))}
      </ul>
    </SortableList>
  )
}
