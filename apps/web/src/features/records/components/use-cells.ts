/** The content of grid cells. */
import type { DataRecord } from '@muster/contract/records/records.schema'
import { useCallback, useMemo } from 'react'
import { gridCellOf, isEmptyValue, textCell, type useFieldContext } from '../../fields/public.ts'
import type { Column, MetaColumn } from '../data/layout.ts'
import type { RecordSource } from '../data/record-source.ts'
import { metaText } from '../data/titles.ts'
import type { CellContent, CellPlace } from '../grid/port.ts'

/** Cells of records, cached per record and column. */
export function useCells(
  source: RecordSource,
  columns: readonly Column[],
  context: ReturnType<typeof useFieldContext>,
  people: ReadonlyMap<number, string>,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: rebuilt when anything that cells show changes
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

const [firstRows, firstColumns] = [25, 12]

/** Makes the cells that a screen shows first, for they are drawn in one task, which takes long enough by itself. */
export function useFirstCells(
  cellAt: (place: CellPlace) => CellContent,
  rowCount: number,
  columnCount: number,
): void {
  useMemo(() => {
    for (let row = 0; row < Math.min(rowCount, firstRows); row++) {
      for (let column = 0; column < Math.min(columnCount, firstColumns); column++) cellAt({ column, row })
    }
  }, [cellAt, rowCount, columnCount])
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
    return {
      kind: 'value',
      cell: gridCellOf(field, value, context, record.id),
      isReadOnly: isLocked,
      ...name,
    }
  }
  const text = id === '@name' ? record.name : metaText(id as MetaColumn, record, context.format, people)
  return { kind: 'value', cell: textCell(text), isReadOnly: true, ...name }
}
