/** Records in the grid: cells from the source and its pending edits, editing, copy, paste, fill, selection, groups. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { Sort } from '@muster/contract/filters/ast'
import type { DataRecord, Values } from '@muster/contract/records/records.schema'
import { type MouseEvent, type Ref, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import {
  type Change,
  defaultsOf,
  defaultWidth,
  fieldTitle,
  isRightAligned,
  keyEffect,
  useFieldContext,
} from '../../fields/public.ts'
import { systemTitle } from '../../filters/public.ts'
import { noteField } from '../../live/public.ts'
import type { GroupField } from '../data/groups.ts'
import {
  type Column,
  columnsOf,
  type GridLayout,
  type MetaColumn,
  peopleColumns,
  rowHeights,
  withMove,
  withPin,
  withVisibility,
  withWidth,
} from '../data/layout.ts'
import { blankRecord, useNewRecords } from '../data/new-records.ts'
import type { RecordSource } from '../data/record-source.ts'
import { useEdits } from '../data/record-writes.ts'
import type { Selection } from '../data/selection.ts'
import { useGridRows } from '../data/use-grid-rows.ts'
import { usePeople } from '../data/use-people.ts'
import { DataGrid, markerWidth } from '../grid/DataGrid.tsx'
import type { Box, CellContent, CellPlace, GridColumn, GridHandle } from '../grid/port.ts'
import { AddFieldButton } from './AddFieldButton.tsx'
import { CellEditor, type Movement } from './CellEditor.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { FailedHere, focusFailedHere } from './FailedHere.tsx'
import { GridFind, nothingFound } from './GridFind.tsx'
import { GridFooter } from './GridFooter.tsx'
import { copyTexts, type GridNavigator, useFetching, useNavigator, useSkeletons } from './grid-hooks.ts'
import { groupCell } from './group-cell.ts'
import { OtherWriters } from './OtherWriters.tsx'
import classes from './RecordGrid.module.css'
import { useCells, useFirstCells } from './use-cells.ts'
import { useHeldText } from './use-held-text.ts'
import { usePaste } from './use-paste.tsx'
import { useTicks } from './use-ticks.ts'

export interface RecordGridProps {
  teamId: number
  collection: DataCollection
  fields: readonly DataField[]
  source: RecordSource
  /** The colour of a record's row; null for none. */
  colorOf(record: DataRecord): string | null
  /** The reader moved on to another row. */
  onSettle(): void
  layout: GridLayout
  onLayout(change: (layout: GridLayout) => GridLayout): void
  sort: Sort
  group: readonly GroupField[]
  filtered: readonly string[]
  selection: Selection
  onSelection(selection: Selection): void
  openId: number | null
  onOpen(recordId: number): void
  onSort(columnId: string, direction: 'asc' | 'desc' | null): void
  onFilter(columnId: string): void
  /** Null where records cannot be grouped. */
  onGroup: ((group: readonly GroupField[]) => void) | null
  /** Menu of a row, e.g. delete. */
  onRowMenu(record: DataRecord, box: Box): void
  isReadOnly: boolean
  /** Moves a row to another row's place; null where the list has no manual order. */
  onMoveRow: ((from: number, to: number) => void) | null
  /** A record that the empty row could not create: it goes on in the form, with what was typed. */
  onRefused(values: Values, error: unknown): void
  /** For those who may add fields. */
  onAddField: (() => void) | null
  /** More actions on a field, for the menu of its column. */
  columnItems(field: DataField): readonly MenuItem[]
  /** All statistics of a field. */
  onStats(field: DataField): void
  /** For those who may change fields. */
  onEditField: ((field: DataField) => void) | null
  /** Moves the reader to a record. */
  navigator?: Ref<GridNavigator>
}

/** Stands for the record that the empty row at the end becomes. */
const unborn = 0

interface Editing {
  recordId: number
  column: string
  initialText: string | undefined
  /** The record as it was when the editor opened, whatever happens to it later. */
  seen: DataRecord
  row: number
}

export function RecordGrid(props: RecordGridProps) {
  const { teamId, collection, fields, source, layout, onLayout, selection, openId, isReadOnly } = props
  const { t } = useTranslation(['records'])
  const { t: filtersT } = useTranslation(['filters', 'common', 'errors'])
  const grid = useRef<GridHandle>(null)
  const edits = useEdits(teamId)
  const context = useFieldContext(source.linked)
  const [moved, setMoved] = useState(0)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [menu, setMenu] = useState<{ column: string; box: Box } | null>(null)
  const [ticksSeen, setTicksSeen] = useState(0)
  const [found, setFound] = useState(nothingFound)
  const [failedAt, setFailedAt] = useState<CellPlace | null>(null)

  const nameField = useMemo(
    () => fields.find(({ id }) => id === collection.IdDataFieldDataObjectName)?.columnName ?? null,
    [fields, collection.IdDataFieldDataObjectName],
  )
  const columns = useMemo(
    () => columnsOf(fields, nameField, layout, defaultWidth),
    [fields, nameField, layout],
  )
  const shown = useMemo(() => columns.filter((column) => !column.isHidden), [columns])
  const people = usePeople(
    teamId,
    shown.some(({ id }) => peopleColumns.includes(id)),
  )
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

  const created = useNewRecords(teamId, collection, source, props.onRefused)
  const writable = useMemo(() => fields.filter((field) => field.canUpdate), [fields])
  const summing = useGridRows(teamId, collection, source, props.group, layout.sums)
  const { rows } = summing
  const { colorOf } = props
  const rowColor = useCallback(
    (row: number) => {
      const record = rows.recordAt(row)
      return record ? colorOf(record) : null
    },
    [rows, colorOf],
  )
  const [rowCount, setRowCount] = useState(rows.count)
  const isSkeletonDue = useSkeletons(source, grid)
  const cells = useCells(source, shown, context, people)
  const rowAt = useCallback(
    (row: number): DataRecord | undefined => {
      const record = rows.recordAt(row)
      return record && edits.has(record.id) ? edits.apply(record) : record
    },
    [rows, edits],
  )
  const isPending = useRef((_recordId: number, _column: string): boolean => false)
  const groups = props.group
  const emptyText = t('records:group.empty')
  const cellAt = useCallback(
    ({ column: at, row }: CellPlace): CellContent => {
      const column = shown[at]
      const stored = rows.recordAt(row)
      if (!column) return { kind: 'blank' }
      if (!stored) {
        const header = rows.groupAt(row)
        if (header)
          return groupCell(header, column, at === 0, groups, layout.sums, fields, context, emptyText)
        if (rows.stateOf(row) === 'failed') return { kind: at === 0 ? 'failed' : 'blank' }
        return { kind: isSkeletonDue() ? 'loading' : 'blank', isReadOnly: true }
      }
      const record = edits.has(stored.id) ? edits.apply(stored) : stored
      const content = cells(record, column, isReadOnly)
      if (content.kind === 'group') return content
      const edit = record === stored ? undefined : edits.get(record.id, column.id)
      if (edit) return { ...content, mark: edit.state === 'failed' ? 'failed' : 'saving' }
      return isPending.current(record.id, column.id) ? { ...content, mark: 'saving' } : content
    },
    [rows, groups, emptyText, layout.sums, fields, context, shown, edits, cells, isReadOnly, isSkeletonDue],
  )
  useFirstCells(cellAt, rowCount, shown.length)

  // Rows that arrive are drawn; the reader's position stays.
  useEffect(() => {
    setRowCount(rows.count)
    return source.subscribe((change) => {
      const { first, last, shift } = rows.changed(change)
      setRowCount(rows.count)
      setTicksSeen((seen) => seen + 1)
      if (shift !== 0) grid.current?.shiftBy(shift)
      if (last >= first) grid.current?.redraw(first, last)
      if (first === 0) setMoved((times) => times + 1)
    })
  }, [source, rows])
  useEffect(() => edits.subscribe(() => grid.current?.redraw()), [edits])

  const onVisible = useFetching(rows, () => setMoved((times) => times + 1))
  const { onSettle, onOpen } = props
  useNavigator(rows, grid, shown, summing.foldAll, props.navigator)

  const currentRow = useRef(-1)
  const current = useRef<CellPlace | null>(null)
  /** The reader's current cell, if its edit was not saved. */
  const noteFailed = useCallback(() => {
    const place = current.current
    const record = place && rows.recordAt(place.row)
    const column = place && shown[place.column]
    const isFailed = record && column && edits.get(record.id, column.id)?.state === 'failed'
    setFailedAt((now) =>
      isFailed ? (now?.row === place.row && now.column === place.column ? now : place) : null,
    )
  }, [rows, shown, edits])
  useEffect(() => edits.subscribe(noteFailed), [edits, noteFailed])
  const onCurrent = (place: CellPlace | null) => {
    current.current = place
    held.leave(place)
    noteFailed()
    if (place?.row === currentRow.current) return
    currentRow.current = place?.row ?? -1
    onSettle()
  }

  const save = (record: DataRecord, column: Column, value: unknown, change: Change = {}) => {
    if (change.linked) source.learn(change.linked)
    const before = record.values[column.id] ?? null
    if (record.id === unborn) {
      if (value !== null && value !== undefined && value !== '')
        created.create({ ...defaultsOf(writable), [column.id]: value })
      return
    }
    if (record.id < 0) return created.change(record.id, column.id, value ?? null)
    if (JSON.stringify(before) === JSON.stringify(value ?? null)) return
    // The version when editing began: a later change is a conflict to be shown, not a new base.
    edits.set(record.id, column.id, value ?? null, before, record.version)
  }

  const onKey = ({ column: at, row }: CellPlace, key: string | undefined) => {
    const column = shown[at]
    const isNew = newRow !== null && row === rows.count
    const record = isNew ? blankRecord(unborn, collection.idHomeDataCollection) : rowAt(row)
    if (!record && key === ' ') rows.retry(row)
    else if (!record && column && key !== undefined) held.type({ column: at, row }, key)
    if (!column || !record) return
    if (key === undefined && edits.get(record.id, column.id)?.state === 'failed' && focusFailedHere()) return
    if (isReadOnly || !column.field?.canUpdate) {
      if (key === undefined || key === ' ') openRecord(record)
      return
    }
    const effect = keyEffect(column.field, record.values[column.id], key)
    if (effect === 'openRecord') openRecord(record)
    else if (effect === 'edit') startEdit(record, column, row, key === ' ' ? undefined : key)
    else if (effect !== 'nothing') save(record, column, effect.save)
  }

  /** One that was typed a moment ago opens once it is created. */
  const openRecord = ({ id }: DataRecord) => {
    if (id > 0) onOpen(id)
    else if (id !== unborn) void created.whenCreated(id).then((known) => known && onOpen(known))
  }

  const startEdit = (record: DataRecord, column: Column, row: number, initialText: string | undefined) => {
    // A key pressed before the editor had the focus must not open it again.
    setEditing((now) =>
      now?.recordId === record.id && now.column === column.id
        ? now
        : { recordId: record.id, column: column.id, initialText, seen: record, row },
    )
  }

  const finish = (movement: Movement, place: CellPlace | null) => {
    grid.current?.focus()
    // At once: the next key may follow within milliseconds, and belongs to the next cell, maybe of a new row.
    flushSync(() => setEditing(null))
    flushSync(() => {
      if (!place || movement === 'stay') return
      const [across, down] = movements[movement]
      grid.current?.select({ column: place.column + across, row: place.row + down })
    })
  }

  const textOf = useCallback(
    (record: DataRecord, column: Column): string => {
      const content = cells(record, column, isReadOnly)
      return content.kind === 'value' ? content.cell.copyText : ''
    },
    [cells, isReadOnly],
  )
  const displayOf = useCallback(
    (record: DataRecord, column: Column): string => {
      const content = cells(record, column, isReadOnly)
      return content.kind === 'value' ? content.cell.display : ''
    },
    [cells, isReadOnly],
  )
  const goTo = (place: CellPlace) => {
    grid.current?.select(place)
    grid.current?.focus()
  }
  // Below a list that is shown to its end, without groups: a row there would belong to none.
  const newRow =
    collection.canCreate && !isReadOnly && groups.length === 0 && source.total.isExact
      ? t(collection.IsUsedAsCustomList ? 'records:create.newItem' : 'records:create.new')
      : null
  const paste = usePaste({
    teamId,
    collection,
    rows,
    idle: created.idle,
    columns: shown,
    context,
    isReadOnly,
    titleOf,
    textOf,
    onGo: goTo,
    // After the dialog has released the focus.
    onBack: () => requestAnimationFrame(() => grid.current?.focus()),
  })
  isPending.current = paste.isPending

  const held = useHeldText(rows, paste.paste, (place, text) => {
    const column = shown[place.column]
    const record = rowAt(place.row)
    if (column && record) startEdit(record, column, place.row, text)
  })
  const ticks = useTicks(source, rows, rowCount, ticksSeen, selection, props.onSelection)

  const editedRecordId = editing?.recordId
  const editedField = editing?.column
  useEffect(() => {
    if (editedRecordId === undefined || editedField === undefined) return
    noteField(editedRecordId, editedField)
    return () => noteField(editedRecordId, null)
  }, [editedRecordId, editedField])

  const editedColumn = editing && shown.find((column) => column.id === editing.column)
  // If somebody else moves or removes the record being edited, its editor stays where it last was.
  const editedRow = editing ? (rows.indexOf(editing.recordId) ?? editing.row) : undefined
  const edited = editing?.seen
  const editedPlace =
    editedColumn && editedRow !== undefined ? { column: shown.indexOf(editedColumn), row: editedRow } : null
  const menuColumn = menu && columns.find((column) => column.id === menu.column)
  const { onEditField } = props
  const menuField = menuColumn?.field
  const editMenuField = menuField && onEditField ? () => onEditField(menuField) : null
  const openRow = openId === null ? undefined : rows.indexOf(openId)

  const failedColumn = failedAt && shown[failedAt.column]
  const failedRecord = failedAt ? rows.recordAt(failedAt.row) : undefined
  const failedEdit = failedRecord && failedColumn ? edits.get(failedRecord.id, failedColumn.id) : undefined
  const moveFooter = useRef((_left: number) => {})
  const moveAdd = useRef((_left: number) => {})
  const registerAdd = useCallback((move: (left: number) => void) => {
    moveAdd.current = move
  }, [])
  const registerFooter = useCallback((move: (left: number) => void) => {
    moveFooter.current = move
  }, [])

  /** The space below a short list continues its last column downwards: there, too, something new is typed. */
  const onBelow = (event: MouseEvent) => {
    if (event.target !== event.currentTarget || newRow === null) return
    event.preventDefault()
    goTo({ column: current.current?.column ?? 0, row: rowCount })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the row is reached by the keyboard in the grid
    <div className={classes.area} onMouseDown={onBelow}>
      {summing.isTooMany && <p className={classes.notice}>{t('records:group.tooMany')}</p>}
      <GridFind
        rows={rows}
        columns={shown}
        textOf={displayOf}
        onFound={setFound}
        onGo={(place) => grid.current?.select(place)}
        onClose={() => grid.current?.focus()}
      />
      <DataGrid
        ref={grid}
        label={collection.pluralName}
        columns={gridColumns}
        rowCount={rowCount}
        newRow={newRow}
        rowHeight={rowHeights[layout.rowHeight]}
        cellAt={cellAt}
        ticked={ticks.ticked}
        isAllTicked={ticks.isAllTicked}
        openRow={openRow ?? null}
        rowColor={rowColor}
        canPaste={!isReadOnly}
        help={t(props.onMoveRow ? 'records:grid.helpByHand' : 'records:grid.help')}
        found={found}
        onVisible={onVisible}
        onCurrent={onCurrent}
        onTick={ticks.onTick}
        onTickAll={ticks.onTickAll}
        onEdit={onKey}
        onOpen={(row) => {
          const record = rowAt(row)
          if (record) openRecord(record)
          else rows.retry(row)
        }}
        onClear={paste.clear}
        onCopy={(range) =>
          copyTexts(range, rows, rowAt, (record, at) => {
            const column = shown[at]
            return column ? textOf(record, column) : ''
          })
        }
        onPaste={paste.paste}
        onFill={paste.fill}
        onFillRight={paste.fillRight}
        onToggle={(row) => {
          const header = rows.groupAt(row)
          if (header) summing.toggle(header.path)
        }}
        onScrollAcross={(left) => {
          moveFooter.current(left)
          moveAdd.current(left)
        }}
        onResize={(id, width) => onLayout((now) => withWidth(now, id, width))}
        onMove={(id, before) => onLayout((now) => withMove(now, columns, id, before))}
        onMoveRow={props.onMoveRow}
        onColumnMenu={(at, box) => {
          const column = shown[at]
          if (column) setMenu({ column: column.id, box })
        }}
        onCellMenu={({ row }, box) => {
          const record = rowAt(row)
          if (record && record.id > 0) props.onRowMenu(record, box)
        }}
      />
      {props.onAddField && !isReadOnly && (
        <AddFieldButton
          left={markerWidth(rowCount) + shown.reduce((sum, { width }) => sum + width, 0)}
          scrolled={registerAdd}
          onAdd={props.onAddField}
        />
      )}
      <OtherWriters
        teamId={teamId}
        dataCollectionId={collection.idHomeDataCollection}
        columns={shown}
        rows={rows}
        grid={grid}
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
            flushSync(() => save(edited, editedColumn, value, change))
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
          onEdit={editMenuField}
          items={menuColumn.field ? props.columnItems(menuColumn.field) : []}
          onClose={() => {
            setMenu(null)
            grid.current?.focus()
          }}
          onSort={(direction) => props.onSort(menuColumn.id, direction)}
          onFilter={() => props.onFilter(menuColumn.id)}
          group={props.group}
          onGroup={props.onGroup}
          onPin={(isPinned) => onLayout((now) => withPin(now, menuColumn.id, isPinned))}
          onHide={() => onLayout((now) => withVisibility(now, menuColumn.id, false))}
          onFit={() => grid.current?.fit(shown.indexOf(menuColumn))}
        />
      )}
      {!isReadOnly && (
        <GridFooter
          columns={shown}
          sums={layout.sums}
          totals={summing.totals}
          context={context}
          titleOf={titleOf}
          indent={markerWidth(rowCount)}
          scrolled={registerFooter}
          onLayout={onLayout}
          onStats={props.onStats}
        />
      )}
      {failedAt && failedEdit?.state === 'failed' && failedColumn?.field && !editing && (
        <FailedHere
          teamId={teamId}
          edit={failedEdit}
          field={failedColumn.field}
          context={context}
          box={() => grid.current?.boxOf(failedAt) ?? null}
          moved={moved}
          onDone={() => grid.current?.focus()}
        />
      )}
      {paste.report}
    </div>
  )
}

/** Columns and rows from a cell to the next one. */
const movements: Readonly<Record<Exclude<Movement, 'stay'>, readonly [across: number, down: number]>> = {
  right: [1, 0],
  left: [-1, 0],
  down: [0, 1],
  up: [0, -1],
}

const canSort = ({ id, field }: Column): boolean =>
  field ? fieldType(field.dataType).isSortable : id.startsWith('@')
