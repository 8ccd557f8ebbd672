/**
 * A table whose rows are reordered by handles at their start, with a menu at the end of each.
 *
 *   <SortableTable
 *     label={text} rows={groups} nameOf={({ name }) => name} onReorder={(ids) => save(ids)}
 *     columns={[{ key: 'name', title: text, render: ({ name }) => name }]}
 *     menuOf={(group) => [{ label: text, action: () => edit(group) }]}
 *   />
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu, type MenuItem } from './ActionMenu.tsx'
import { SortableList, SortableTableRow } from './SortableList.tsx'
import table from './Table.module.css'

interface SortableColumn<Row> {
  key: string
  title: string
  render(row: Row): ReactNode
  /** Hidden on narrow screens. */
  isMinor?: boolean
  /** Of its cells. */
  className?: string | undefined
  /** The full text of a cell that may be cut off. */
  wholeOf?(row: Row): string
}

export function SortableTable<Row extends { id: number }>({
  label,
  rows,
  nameOf,
  columns,
  menuOf,
  onReorder,
}: {
  label: string
  rows: readonly Row[]
  nameOf(row: Row): string
  columns: readonly SortableColumn<Row>[]
  menuOf(row: Row): readonly MenuItem[]
  onReorder(ids: number[]): void
}) {
  const { t } = useTranslation('common')
  const names = new Map(rows.map((row) => [row.id, nameOf(row)]))
  return (
    <SortableList ids={rows.map(({ id }) => id)} nameOf={(id) => names.get(id) ?? ''} onReorder={onReorder}>
      <table className={table.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">
              <span className={table.hidden}>{t('reorder.order')}</span>
            </th>
            {columns.map(({ key, title, isMinor }) => (
              <th key={key} scope="col" data-minor={isMinor || undefined}>
                {title}
              </th>
            ))}
            <th scope="col">
              <span className={table.hidden}>{t('table.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <SortableTableRow key={row.id} id={row.id} label={t('reorder.move', { name: nameOf(row) })}>
              {columns.map(({ key, isMinor, className, wholeOf, render }) => (
                <td key={key} data-minor={isMinor || undefined} className={className} title={wholeOf?.(row)}>
                  {render(row)}
                </td>
              ))}
              <td className={table.menu}>
                <ActionMenu label={t('reorder.actionsFor', { name: nameOf(row) })} items={menuOf(row)} />
              </td>
            </SortableTableRow>
          ))}
        </tbody>
      </table>
    </SortableList>
  )
}
