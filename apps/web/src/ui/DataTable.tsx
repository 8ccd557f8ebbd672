/**
 * A plain table for lists of some hundred rows at most (administration); records have their own grid.
 * Sticky header, sorting by header, a menu per row, skeleton, empty and error states.
 *
 *   <DataTable
 *     label={text} rows={users} rowKey={(user) => user.id}
 *     columns={[{ key: 'name', title: text, render: (u) => u.name, sortBy: (u) => u.name }]}
 *     rowUrl={(user) => `/…/${user.id}`} rowMenu={(user) => [{ label: text, action: () => edit(user) }]}
 *     isLoading={query.isPending} error={query.error} onRetry={query.refetch}
 *     empty={<EmptyState title={text} />}
 *   />
 */
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/use-format.ts'
import { ActionMenu, type MenuItem } from './ActionMenu.tsx'
import { AppLink } from './AppLink.tsx'
import classes from './DataTable.module.css'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Glyph } from './Glyph.tsx'
import { TableSkeleton } from './Skeletons.tsx'
import table from './Table.module.css'

export interface DataTableColumn<Row> {
  key: string
  title: string
  render: (row: Row) => ReactNode
  /** Makes the column sortable; numbers by value, texts as the language orders them, null last. */
  sortBy?: (row: Row) => string | number | null
  /** Numbers are right-aligned. */
  align?: 'left' | 'right'
  width?: number | string
  /** Hidden on narrow screens. */
  isMinor?: boolean
}

export interface DataTableProps<Row> {
  label: string
  columns: readonly DataTableColumn<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** The link of the first cell. */
  rowUrl?: (row: Row) => string | undefined
  rowMenu?: (row: Row) => readonly MenuItem[]
  initialSort?: { key: string; isDescending?: boolean }
  isLoading?: boolean
  error?: unknown
  /** The loading error. */
  errorTitle?: string
  onRetry?: () => unknown
  empty?: ReactNode
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, rowUrl, rowMenu, initialSort, isLoading, error, empty } = props
  const { t } = useTranslation('common')
  const { compare, language } = useFormat()
  const [sort, setSort] = useState(initialSort)
  const sorted = useMemo(() => {
    const by = columns.find((column) => column.key === sort?.key)?.sortBy
    if (!rows || !by) return rows
    const way = sort?.isDescending ? -1 : 1
    return [...rows].sort((a, b) => {
      const [x, y] = [by(a), by(b)]
      if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
      return way * (typeof x === 'number' && typeof y === 'number' ? x - y : compare(String(x), String(y)))
    })
  }, [rows, columns, sort, compare])

  if (error && !sorted?.length)
    return <ErrorState error={error} title={props.errorTitle} onRetry={props.onRetry} />
  if (isLoading || !sorted) return <TableSkeleton columns={columns.length} />
  if (sorted.length === 0)
    return empty ?? <EmptyState title={t('table.empty', { items: label.toLocaleLowerCase(language) })} />

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <table className={table.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => {
              const isSorted = sort?.key === column.key
              const isDescending = isSorted && sort.isDescending === true
              return (
                <th
                  key={column.key}
                  scope="col"
                  style={{ width: column.width, textAlign: column.align }}
                  data-minor={column.isMinor || undefined}
                  aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
                >
                  {column.sortBy ? (
                    <button
                      type="button"
                      className={classes.sort}
                      onClick={() => setSort({ key: column.key, isDescending: isSorted && !isDescending })}
                    >
                      {column.title}
                      {isSorted && <Glyph name={isDescending ? 'arrowDown' : 'arrowUp'} size={12} />}
                    </button>
                  ) : (
                    column.title
                  )}
                </th>
              )
            })}
            {rowMenu && (
              <th className={table.menu} scope="col">
                <span className={table.hidden}>{t('table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => {
            const url = rowUrl?.(row)
            return (
              <tr key={rowKey(row)} data-linked={url ? '' : undefined}>
                {columns.map((column, at) => (
                  <td
                    key={column.key}
                    style={{ textAlign: column.align }}
                    data-minor={column.isMinor || undefined}
                  >
                    {at === 0 && url ? (
                      <AppLink href={url} className={classes.link}>
                        {column.render(row)}
                      </AppLink>
                    ) : (
                      column.render(row)
                    )}
                  </td>
                ))}
                {rowMenu && (
                  <td className={`${table.menu} ${classes.menu}`}>
                    <ActionMenu items={rowMenu(row)} />
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
