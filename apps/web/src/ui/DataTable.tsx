/**
 * A plain table for lists of some hundred rows at most (administration); records have their own grid. Longer lists
 * come page by page and sorted by the server: `sort`, `onSort`, `onMore`.
 * Sticky header, sorting by header, selection, a menu per row, skeleton, empty and error states.
 *
 *   <DataTable
 *     label={text} rows={users} rowKey={(user) => user.id}
 *     columns={[{ key: 'name', title: text, render: (u) => u.name, sortBy: (u) => u.name }]}
 *     rowUrl={(user) => `/…/${user.id}`} rowMenu={(user) => [{ label: text, action: () => edit(user) }]}
 *     isLoading={query.isPending} error={query.error} onRetry={query.refetch}
 *     empty={<EmptyState title={text} />}
 *   />
 */
import { Button } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
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
  /** With `onSort`: the server can sort by this column. */
  isSortable?: boolean
  /** Numbers are right-aligned. */
  align?: 'left' | 'right'
  width?: number | string
  /** Hidden on narrow screens. */
  isMinor?: boolean
}

export interface TableSort {
  key: string
  isDescending?: boolean
}

export interface DataTableSelection<Row> {
  selected: ReadonlySet<string | number>
  onChange(selected: ReadonlySet<string | number>): void
  /** Names the checkbox of a row. */
  labelOf(row: Row): string
  allLabel: string
}

/** A row's menu has a name, which tells it from those of the other rows. */
export type RowMenu<Row> =
  | { rowMenu: (row: Row) => readonly MenuItem[]; menuLabel: (row: Row) => string }
  | { rowMenu?: never; menuLabel?: never }

export type DataTableProps<Row> = TableProps<Row> & RowMenu<Row>

interface TableProps<Row> {
  label: string
  columns: readonly DataTableColumn<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** The link of the first cell. */
  rowUrl?: (row: Row) => string | undefined
  selection?: DataTableSelection<Row>
  /**
   * It fills its flex parent and scrolls by itself, with columns of the given widths and single lines. Of a long list
   * only the rows near the visible ones are rendered.
   */
  isFilling?: boolean
  initialSort?: TableSort
  /** The order of the rows, where the server sorts them. */
  sort?: TableSort
  onSort?: (sort: TableSort) => unknown
  /** Loads the next page, if there is one. */
  onMore?: (() => unknown) | undefined
  isLoadingMore?: boolean
  isLoading?: boolean
  error?: unknown
  /** The loading error. */
  errorTitle?: string
  onRetry?: () => unknown
  empty?: ReactNode
}

/** From this length on, a filling table renders only some of its rows. */
const longList = 80
const rowHeight = 36

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, rowUrl, rowMenu, selection, isFilling = false } = props
  const { onSort, onMore, isLoading, error, empty } = props
  const { t } = useTranslation('common')
  const { compare, language } = useFormat()
  const [ownSort, setOwnSort] = useState(props.initialSort)
  const [sort, setSort] = onSort ? [props.sort, onSort] : [ownSort, setOwnSort]
  const canSort = (column: DataTableColumn<Row>) => (onSort ? column.isSortable : column.sortBy)
  const sorted = useMemo(() => {
    const by = columns.find((column) => column.key === sort?.key)?.sortBy
    if (!rows || !by || onSort) return rows
    const way = sort?.isDescending ? -1 : 1
    return [...rows].sort((a, b) => {
      const [x, y] = [by(a), by(b)]
      if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
      return way * (typeof x === 'number' && typeof y === 'number' ? x - y : compare(String(x), String(y)))
    })
  }, [rows, columns, sort, compare, onSort])

  const scroller = useRef<HTMLElement>(null)
  const shown = useShownRows(scroller, isFilling && (sorted?.length ?? 0) > longList, sorted ?? [])

  if (error && !sorted?.length)
    return <ErrorState error={error} title={props.errorTitle} onRetry={props.onRetry} />
  if (isLoading || !sorted) return <TableSkeleton columns={columns.length} />
  if (sorted.length === 0)
    return empty ?? <EmptyState title={t('table.empty', { items: label.toLocaleLowerCase(language) })} />

  return (
    <section
      ref={scroller}
      className={classes.scroll}
      data-filling={isFilling || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <table
        className={table.table}
        aria-label={label}
        aria-rowcount={shown.isPart ? sorted.length + 1 : undefined}
      >
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes.check}>
                <SelectAll rows={sorted} rowKey={rowKey} selection={selection} />
              </th>
            )}
            {columns.map((column) => {
              const isSorted = sort?.key === column.key
              const isDescending = isSorted && sort.isDescending === true
              return (
                <th
                  key={column.key}
                  scope="col"
                  style={headStyle(column, isFilling)}
                  data-fixed={(isFilling && column.width !== undefined) || undefined}
                  data-minor={column.isMinor || undefined}
                  aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
                >
                  {canSort(column) ? (
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
        <Gap height={shown.before} />
        <tbody>
          {shown.rows.map(({ row, index }) => {
            const key = rowKey(row)
            const url = rowUrl?.(row)
            const isSelected = selection?.selected.has(key) ?? false
            return (
              <tr
                key={key}
                ref={shown.measure}
                data-index={index}
                data-linked={url ? '' : undefined}
                data-selected={isSelected || undefined}
                aria-rowindex={shown.isPart ? index + 2 : undefined}
              >
                {selection && (
                  <td className={classes.check}>
                    <input
                      type="checkbox"
                      aria-label={selection.labelOf(row)}
                      checked={isSelected}
                      onChange={() => selection.onChange(toggled(selection.selected, key))}
                    />
                  </td>
                )}
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
                    <ActionMenu items={rowMenu(row)} label={props.menuLabel?.(row)} />
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
        <Gap height={shown.after} />
      </table>
      {onMore && (
        <div className={classes.more}>
          <Button variant="default" size="xs" loading={props.isLoadingMore} onClick={() => void onMore()}>
            {t('showMore')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** A filling table may ignore the width on narrow screens, where it hides columns. */
function headStyle<Row>({ width, align }: DataTableColumn<Row>, isFilling: boolean): CSSProperties {
  if (!isFilling || width === undefined) return { width, textAlign: align }
  const given = typeof width === 'number' ? `${width}px` : width
  return { '--column-width': given, textAlign: align } as CSSProperties
}

/** In place of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tbody aria-hidden="true">
      <tr>
        <td className={classes.gap} style={{ height }} />
      </tr>
    </tbody>
  )
}

function SelectAll<Row>({
  rows,
  rowKey,
  selection: { selected, onChange, allLabel },
}: {
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  selection: DataTableSelection<Row>
}) {
  const count = rows.filter((row) => selected.has(rowKey(row))).length
  const isAll = count === rows.length
  return (
    <input
      type="checkbox"
      aria-label={allLabel}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll
      }}
      onChange={() => onChange(new Set(isAll ? [] : rows.map(rowKey)))}
    />
  )
}

function toggled(selected: ReadonlySet<string | number>, key: string | number) {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}

/** The rows to render, and the heights of the others. */
function useShownRows<Row>(scroller: RefObject<HTMLElement | null>, isPart: boolean, rows: readonly Row[]) {
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isPart,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 15,
  })
  if (!isPart)
    return {
      isPart,
      rows: rows.map((row, index) => ({ row, index })),
      before: 0,
      after: 0,
      measure: undefined,
    }
  const items = virtual.getVirtualItems()
  return {
    isPart,
    rows: items.map(({ index }) => ({ row: rows[index] as Row, index })),
    before: items[0]?.start ?? 0,
    after: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtual.measureElement,
  }
}
