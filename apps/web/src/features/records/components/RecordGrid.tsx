/** Records in the grid: cells from the source and its pending edits, editing, copy, paste, fill, ticks. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { Sort } from '@muster/contract/filters/ast'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/toasts.ts'
import { type Change, fieldTitle, gridCellOf, isEmptyValue, useFieldContext } from '../../fields/public.ts'
import { systemTitle } from '../../filters/public.ts'
import {
  type Column,
  columnsOf,
  type GridLayout,
  type MetaColumn,
  rowHeights,
  withMove,
  withPin,
  withVisibility,
  withWidth,
} from '../data/layout.ts'
import { maxNamed, type RecordSource } from '../data/record-source.ts'
import { useEdits } from '../data/record-writes.ts'
import { type Selection, withIds } from '../data/selection.ts'
import { defaultWidth, isRightAligned, metaText } from '../data/titles.ts'
import { usePeople } from '../data/use-people.ts'
import { DataGrid } from '../grid/DataGrid.tsx'
import type { Box, CellContent, CellPlace, CellRange, GridColumn, GridHandle, RowSpan } from '../grid/port.ts'
import { CellEditor, type Movement } from './CellEditor.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { usePaste } from './use-paste.tsx'

export interface RecordGridProps {
  teamId: number
  collection: DataCollection
  fields: readonly DataField[]
  source: RecordSource
  /** The reader went on to another row. */
  onSettle(): void
  layout: GridLayout
  onLayout(change: (layout: GridLayout) => GridLayout): void
  sort: Sort
  filtered: readonly string[]
  selection: Selection
  onSelection(selection: Selection): void
  openId: number | null
  onOpen(recordId: number): void
  onSort(columnId: string, direction: 'asc' | 'desc' | null): void
  onFilter(columnId: string): void
  /** Menu of a row, e.g. delete. */
  onRowMenu(record: DataRecord, box: Box): void
  isReadOnly: boolean
  /** Where administrators edit a field. */
  editFieldUrl: ((field: DataField) => string) | null
  /** Told so that others can move the reader to a record. */
  onReady?(navigator: GridNavigator | null): void
}

export interface GridNavigator {
  show(recordId: number): void
  focus(): void
}

interface Editing {
  recordId: number
  column: string
  initialText: string | undefined
}

const skeletonMs = 150
const fetchMs = 50

export function RecordGrid(props: RecordGridProps) {
  const { teamId, collection, fields, source, layout, onLayout, selection, openId, isReadOnly } = props
  const { t } = useTranslation(['records'])
  const { t: filtersT } = useTranslation(['filters', 'common', 'errors'])
  const grid = useRef<GridHandle>(null)
  const edits = useEdits(teamId)
  const context = useFieldContext(source.linked)
  const people = usePeople(teamId)
  const [rowCount, setRowCount] = useState(source.rowCount)
  const [moved, setMoved] = useState(0)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [menu, setMenu] = useState<{ column: string; box: Box } | null>(null)
  const [ticksSeen, setTicksSeen] = useState(0)

  const nameField = useMemo(
    () => fields.find(({ id }) => id === collection.IdDataFieldDataObjectName)?.columnName ?? null,
    [fields, collection.IdDataFieldDataObjectName],
  )
  const columns = useMemo(
    () => columnsOf(fields, nameField, layout, defaultWidth),
    [fields, nameField, layout],
  )
  const shown = useMemo(() => columns.filter((column) => !column.isHidden), [columns])
  const titleOf = useCallback(
    ({ id, field }: Pick<Column, 'id' | 'field'>) =>
      field ? fieldTitle(field, context.format.language) : systemTitle(id as MetaColumn, filtersT),
    [context.format.language, filtersT],
  )
  const { sort, filtered } = props
  const gridColumns = useMemo(
    () =>
      shown.map((column): GridColumn => {
        const { id, width, isPinned, field } = column
        return {
          id,
          width,
          isPinned,
          title: titleOf(column),
          isRight: isRightAligned(field),
          isReadOnly: isReadOnly || !field?.canUpdate,
          sort: sort.find((key) => key.field === id)?.direction ?? null,
          isFiltered: filtered.includes(id),
        }
      }),
    [shown, sort, filtered, isReadOnly, titleOf],
  )

  const isSkeletonDue = useSkeletons(source, grid)
  const cells = useCells(source, shown, context, people)
  const rowAt = useCallback(
    (row: number): DataRecord | undefined => {
      const record = source.cache.rowAt(row)
      return record && edits.has(record.id) ? edits.apply(record) : record
    },
    [source, edits],
  )
  const cellAt = useCallback(
    ({ column: at, row }: CellPlace): CellContent => {
      const column = shown[at]
      const stored = source.cache.rowAt(row)
      if (!column) return { kind: 'blank' }
      if (!stored) {
        if (source.cache.stateOf(row) === 'failed') return { kind: at === 0 ? 'failed' : 'blank' }
        return { kind: isSkeletonDue() ? 'loading' : 'blank', isReadOnly: true }
      }
      const record = edits.has(stored.id) ? edits.apply(stored) : stored
      const content = cells(record, column, isReadOnly)
      const edit = record === stored ? undefined : edits.get(record.id, column.id)
      return edit ? { ...content, mark: edit.state === 'failed' ? 'failed' : 'saving' } : content
    },
    [source, shown, edits, cells, isReadOnly, isSkeletonDue],
  )

  // Rows that arrive are drawn; the reader stays where he is.
  useEffect(() => {
    setRowCount(source.rowCount)
    return source.subscribe(({ first, last, shift }) => {
      setRowCount(source.rowCount)
      setTicksSeen((seen) => seen + 1)
      if (shift !== 0) grid.current?.shiftBy(shift)
      if (last >= first) grid.current?.redraw(first, last)
      if (first === 0) setMoved((times) => times + 1)
    })
  }, [source])
  useEffect(() => edits.subscribe(() => grid.current?.redraw()), [edits])

  const onVisible = useFetching(source, () => setMoved((times) => times + 1))
  const { onReady, onSettle, onOpen } = props
  useNavigator(source, grid, onReady)

  const currentRow = useRef(-1)
  const onCurrent = (place: CellPlace | null) => {
    if (place?.row === currentRow.current) return
    currentRow.current = place?.row ?? -1
    onSettle()
  }

  const save = (record: DataRecord, column: Column, value: unknown, change: Change = {}) => {
    if (change.linked) Object.assign(source.linked, change.linked)
    const before = record.values[column.id] ?? null
    if (JSON.stringify(before) === JSON.stringify(value ?? null)) return
    const stored = source.cache.rowAt(source.cache.indexOf(record.id) ?? -1) ?? record
    edits.set(record.id, column.id, value ?? null, stored.values[column.id] ?? null, stored.version)
  }

  const startEdit = ({ column: at, row }: CellPlace, initialText: string | undefined) => {
    const column = shown[at]
    const record = rowAt(row)
    if (!column || !record) return
    if (isReadOnly || !column.field?.canUpdate) {
      if (initialText === undefined) onOpen(record.id)
      return
    }
    const content = cells(record, column, false)
    const isToggle = fieldType(column.field.dataType).family === 'boolean'
    if (isToggle && content.kind !== 'loading') {
      if (initialText === undefined) save(record, column, record.values[column.id] !== true)
      return
    }
    // A key that came before the editor had the focus must not begin anew.
    setEditing((now) =>
      now?.recordId === record.id && now.column === column.id
        ? now
        : { recordId: record.id, column: column.id, initialText },
    )
  }

  const finish = (movement: Movement, place: CellPlace | null) => {
    setEditing(null)
    grid.current?.focus()
    if (!place || movement === 'stay') return
    const column = place.column + (movement === 'right' ? 1 : movement === 'left' ? -1 : 0)
    grid.current?.select({ column, row: place.row + (movement === 'down' ? 1 : 0) })
  }

  const paste = usePaste({ teamId, collection, source, columns: shown, context, rowAt, isReadOnly, titleOf })

  const isAllTicked = selection.kind === 'all' && selection.except.size === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ticksSeen` says that rows arrived
  const ticked = useMemo(
    () => (isAllTicked ? [] : tickedSpans(source, selection, rowCount)),
    [source, selection, rowCount, isAllTicked, ticksSeen],
  )
  const onTick = (added: readonly RowSpan[], removed: readonly RowSpan[]) => {
    if (added.reduce((sum, [start, end]) => sum + end - start, 0) > maxNamed) {
      toast.error(t('records:bulk.tooMany', { count: maxNamed }))
      return
    }
    void (async () => {
      let next = selection
      for (const [spans, isOn] of [
        [added, true],
        [removed, false],
      ] as const) {
        for (const [start, end] of spans) {
          const rows = await source.rows(start, end - start)
          next = withIds(
            next,
            rows.map(({ id }) => id),
            isOn,
          )
        }
      }
      props.onSelection(next)
    })()
  }

  const editedColumn = editing && shown.find((column) => column.id === editing.column)
  const editedRow = editing ? source.cache.indexOf(editing.recordId) : undefined
  const edited = editedRow === undefined ? undefined : rowAt(editedRow)
  const editedPlace =
    editedColumn && editedRow !== undefined ? { column: shown.indexOf(editedColumn), row: editedRow } : null
  const menuColumn = menu && columns.find((column) => column.id === menu.column)
  const openRow = openId === null ? undefined : source.cache.indexOf(openId)

  return (
    <>
      <DataGrid
        ref={grid}
        label={collection.pluralName}
        columns={gridColumns}
        rowCount={rowCount}
        rowHeight={rowHeights[layout.rowHeight]}
        cellAt={cellAt}
        ticked={ticked}
        isAllTicked={isAllTicked}
        openRow={openRow ?? null}
        canPaste={!isReadOnly}
        onVisible={onVisible}
        onCurrent={onCurrent}
        onTick={onTick}
        onTickAll={(isTicked) =>
          props.onSelection(isTicked ? { kind: 'all', except: new Set() } : { kind: 'some', ids: new Set() })
        }
        onEdit={startEdit}
        onOpen={(row) => {
          const record = rowAt(row)
          if (record) onOpen(record.id)
          else source.cache.retry(row)
        }}
        onClear={paste.clear}
        onCopy={(range) => copyTexts(range, source, rowAt, (record, at) => copyText(record, shown[at]))}
        onPaste={paste.paste}
        onFill={paste.fill}
        onResize={(id, width) => onLayout((now) => withWidth(now, id, width))}
        onMove={(id, before) => onLayout((now) => withMove(now, columns, id, before))}
        onColumnMenu={(at, box) => {
          const column = shown[at]
          if (column) setMenu({ column: column.id, box })
        }}
        onCellMenu={({ row }, box) => {
          const record = rowAt(row)
          if (record) props.onRowMenu(record, box)
        }}
      />
      {editing && editedColumn?.field && edited && editedPlace && (
        <CellEditor
          key={`${editing.recordId} ${editing.column}`}
          field={editedColumn.field}
          value={edited.values[editedColumn.id] ?? null}
          context={context}
          initialText={editing.initialText}
          box={() => grid.current?.boxOf(editedPlace) ?? null}
          moved={moved}
          onSave={(value, change, movement) => {
            save(edited, editedColumn, value, change)
            finish(movement, editedPlace)
          }}
          onCancel={() => finish('stay', editedPlace)}
        />
      )}
      {menu && menuColumn && (
        <ColumnMenu
          column={menuColumn}
          title={titleOf(menuColumn)}
          box={menu.box}
          canSort={canSort(menuColumn)}
          sort={sort.find((key) => key.field === menuColumn.id)?.direction ?? null}
          editUrl={menuColumn.field && props.editFieldUrl ? props.editFieldUrl(menuColumn.field) : null}
          onClose={() => {
            setMenu(null)
            grid.current?.focus()
          }}
          onSort={(direction) => props.onSort(menuColumn.id, direction)}
          onFilter={() => props.onFilter(menuColumn.id)}
          onPin={(isPinned) => onLayout((now) => withPin(now, menuColumn.id, isPinned))}
          onHide={() => onLayout((now) => withVisibility(now, menuColumn.id, false))}
          onFit={() => grid.current?.fit(shown.indexOf(menuColumn))}
        />
      )}
      {paste.report}
    </>
  )

  function copyText(record: DataRecord, column: Column | undefined): string {
    if (!column) return ''
    const content = cells(record, column, isReadOnly)
    return content.kind === 'value' ? content.cell.copyText : ''
  }
}

const canSort = ({ id, field }: Column): boolean =>
  field ? fieldType(field.dataType).isSortable : id.startsWith('@')

/** Cells of records, made once per record and column. */
function useCells(
  source: RecordSource,
  columns: readonly Column[],
  context: ReturnType<typeof useFieldContext>,
  people: ReadonlyMap<number, string>,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: made anew when anything that cells show changes
  const known = useMemo(
    () => new WeakMap<DataRecord, Map<string, CellContent>>(),
    [source, columns, context, people],
  )
  return useCallback(
    (record: DataRecord, column: Column, isReadOnly: boolean): CellContent => {
      const cells = known.get(record) ?? new Map<string, CellContent>()
      known.set(record, cells)
      const made = cells.get(column.id) ?? contentOf(record, column, isReadOnly, context, people)
      cells.set(column.id, made)
      return made
    },
    [known, context, people],
  )
}

function contentOf(
  record: DataRecord,
  { id, field, isName }: Column,
  isReadOnly: boolean,
  context: ReturnType<typeof useFieldContext>,
  people: ReadonlyMap<number, string>,
): CellContent {
  const name = isName ? { name: { avatar: record.avatar } } : {}
  if (field) {
    const value = record.values[field.columnName]
    const isLocked = isReadOnly || !field.canUpdate
    if (isEmptyValue(value) && !isName) return { kind: 'blank', isReadOnly: isLocked }
    return { kind: 'value', cell: gridCellOf(field, value, context), isReadOnly: isLocked, ...name }
  }
  const text = id === '@name' ? record.name : metaText(id as MetaColumn, record, context.format, people)
  const cell = { kind: 'text', display: text, copyText: text, align: 'left' } as const
  return { kind: 'value', cell, isReadOnly: true, ...name }
}

/** Texts of a range for the clipboard; at once where all rows are at hand. */
function copyTexts(
  { column, row, width, height }: CellRange,
  source: RecordSource,
  rowAt: (row: number) => DataRecord | undefined,
  textOf: (record: DataRecord, column: number) => string,
): string[][] | Promise<string[][]> {
  const line = (record: DataRecord) => Array.from({ length: width }, (_, i) => textOf(record, column + i))
  const rows = Array.from({ length: height }, (_, i) => rowAt(row + i))
  if (rows.every((one) => one !== undefined)) return rows.map(line)
  return source.rows(row, height).then((all) => all.map(line))
}

function tickedSpans(source: RecordSource, selection: Selection, rowCount: number): RowSpan[] {
  const rows: number[] = []
  if (selection.kind === 'some') {
    for (const id of selection.ids) {
      const row = source.cache.indexOf(id)
      if (row !== undefined) rows.push(row)
    }
    rows.sort((a, b) => a - b)
    return rows.map((row) => [row, row + 1])
  }
  const spans: RowSpan[] = []
  let start = 0
  for (const id of selection.except) {
    const row = source.cache.indexOf(id)
    if (row !== undefined) rows.push(row)
  }
  for (const row of rows.sort((a, b) => a - b)) {
    if (row > start) spans.push([start, row])
    start = row + 1
  }
  if (start < rowCount) spans.push([start, rowCount])
  return spans
}

/** Skeletons only for what takes a while. */
function useSkeletons(source: RecordSource, grid: { current: GridHandle | null }): () => boolean {
  const since = useRef(0)
  const of = useRef<RecordSource | null>(null)
  if (of.current !== source) {
    of.current = source
    since.current = performance.now()
  }
  useEffect(() => {
    const timer = setTimeout(() => source && grid.current?.redraw(), skeletonMs + 10)
    return () => clearTimeout(timer)
  }, [source, grid])
  return useCallback(() => performance.now() - since.current > skeletonMs, [])
}

/** Tells the source what is in view; while the reader flies past, only where he pauses. */
function useFetching(source: RecordSource, moved: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(moved)
  latest.current = moved
  useEffect(() => {
    source.cache.show(0, 40)
    return () => clearTimeout(timer.current)
  }, [source])
  return useCallback(
    (first: number, last: number) => {
      latest.current()
      clearTimeout(timer.current)
      const isAtHand = source.cache.rowAt(first) !== undefined && source.cache.rowAt(last) !== undefined
      if (isAtHand) source.cache.show(first, last)
      else timer.current = setTimeout(() => source.cache.show(first, last), fetchMs)
    },
    [source],
  )
}

function useNavigator(
  source: RecordSource,
  grid: { current: GridHandle | null },
  onReady: ((navigator: GridNavigator | null) => void) | undefined,
): void {
  useEffect(() => {
    onReady?.({
      show: (recordId) => {
        const row = source.cache.indexOf(recordId)
        if (row === undefined) return
        grid.current?.select({ column: grid.current.current()?.column ?? 0, row })
      },
      focus: () => grid.current?.focus(),
    })
    return () => onReady?.(null)
  }, [source, grid, onReady])
}
