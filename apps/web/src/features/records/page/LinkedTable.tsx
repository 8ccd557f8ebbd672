/** Linked records as rows: the name links to the record, headers sort, values are edited in place. */
import { Avatar } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { fieldTitle, isRightAligned, type Linked } from '../../fields/public.ts'
import type { Movement } from '../components/CellEditor.tsx'
import classes from './LinkedCard.module.css'
import type { ListingProps } from './LinkedCard.tsx'
import { LinkedCell } from './LinkedCell.tsx'
import type { LinkedList } from './use-linked.ts'

export function LinkedTable({ teamId, label, records, fields, context: given, list, menuOf }: ListingProps) {
  const { t } = useTranslation(['cards', 'records', 'common'])
  const [picked, setPicked] = useState<Linked>({})
  const context = useMemo(() => ({ ...given, linked: { ...given.linked, ...picked } }), [given, picked])
  const { table, stop: chosen, onKey, onMove } = useCells(records.length, fields.length)
  const stop =
    chosen && chosen.row < records.length ? chosen : { row: 0, column: fields.findIndex(isEditable) }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a landmark of its own would stand beside the card's
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={label}>
      <table ref={table} className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <Header title={t('common:name')} field="@name" list={list} />
            {fields.map((field) => (
              <Header
                key={field.id}
                title={fieldTitle(field, context.format.language)}
                field={field.columnName}
                list={fieldType(field.dataType).isSortable ? list : null}
                isRight={isRightAligned(field)}
              />
            ))}
            <th className={classes.menu} scope="col">
              <span className={classes.hidden}>{t('common:table.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((record, row) => {
            const name = record.name || t('records:record.unnamed')
            return (
              <tr key={record.id}>
                <td>
                  <AppLink href={`/team-${teamId}/data-records/${record.id}`} className={classes.name}>
                    {record.avatar && <Avatar src={record.avatar} alt="" size={20} />}
                    {name}
                  </AppLink>
                </td>
                {fields.map((field, column) => (
                  <LinkedCell
                    key={field.id}
                    teamId={teamId}
                    record={record}
                    field={field}
                    context={context}
                    isEditable={list !== null && isEditable(field)}
                    isTabStop={stop.row === row && stop.column === column}
                    onLinked={(more) => setPicked((known) => ({ ...known, ...more }))}
                    onKey={(event) => onKey(event, { row, column })}
                    onMove={(movement) => onMove(movement, { row, column })}
                  />
                ))}
                <td className={classes.menu}>
                  <ActionMenu items={menuOf(record)} label={t('linked.actionsFor', { name })} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const isEditable = ({ canUpdate, dataType, settings }: DataField): boolean =>
  canUpdate && !fieldType(dataType).isAutomatic?.(settings)

interface Place {
  row: number
  column: number
}

const steps: Readonly<Record<string, Place>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  down: { row: 1, column: 0 },
  left: { row: 0, column: -1 },
  right: { row: 0, column: 1 },
}

/** All editable cells are one tab stop; from it arrow keys lead to the others. */
function useCells(rowCount: number, columnCount: number) {
  const table = useRef<HTMLTableElement>(null)
  const [chosen, setStop] = useState<Place | null>(null)
  const cellAt = ({ row, column }: Place) =>
    table.current?.tBodies[0]?.rows[row]?.cells[column + 1]?.querySelector<HTMLElement>('[data-cell]') ?? null
  /** The next one in a direction; cells that cannot be edited are skipped. */
  const go = (from: Place, name: string): boolean => {
    const step = steps[name]
    if (!step) return false
    let { row, column } = from
    for (;;) {
      row += step.row
      column += step.column
      if (row < 0 || row >= rowCount || column < 0 || column >= columnCount) return true
      const cell = cellAt({ row, column })
      if (!cell) continue
      setStop({ row, column })
      cell.focus()
      return true
    }
  }
  return {
    table,
    stop: chosen,
    onKey: (event: KeyboardEvent, place: Place) => {
      if (go(place, event.key)) event.preventDefault()
    },
    onMove: (movement: Movement, place: Place) => go(place, movement),
  }
}

function Header({
  title,
  field,
  list,
  isRight = false,
}: {
  title: string
  field: string
  /** Null where there is no order by it. */
  list: LinkedList | null
  isRight?: boolean
}) {
  const sorted = list?.sort.find((one) => one.field === field)
  const isDescending = sorted?.direction === 'desc'
  return (
    <th
      scope="col"
      data-align={isRight ? 'right' : undefined}
      aria-sort={sorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      {list ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() =>
            list.show({ sort: [{ field, direction: sorted && !isDescending ? 'desc' : 'asc' }] })
          }
        >
          {title}
          {sorted && <Glyph name={isDescending ? 'arrowDown' : 'arrowUp'} size={12} />}
        </button>
      ) : (
        title
      )}
    </th>
  )
}
