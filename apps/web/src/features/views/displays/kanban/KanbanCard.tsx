/** A record as a card of a board. */
import { useDraggable } from '@dnd-kit/core'
import type { DataRecord } from '@muster/contract/records/records.schema'
import type { KeyboardEventHandler, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../../ui/ActionMenu.tsx'
import { AppLink } from '../../../../ui/AppLink.tsx'
import { type FieldContext, fieldTitle, isEmptyValue } from '../../../fields/public.ts'
import type { Display, ViewSource } from '../../source.ts'
import { DisplayedValue } from '../parts/DisplayedValue.tsx'
import { markOf } from '../parts/mark-of.ts'
import { Picture } from '../parts/Picture.tsx'
import { useRecordName } from '../parts/use-record-name.ts'
import type { BoardColumn } from './columns.ts'
import classes from './Kanban.module.css'

export interface KanbanCardProps {
  record: DataRecord
  column: BoardColumn
  columns: readonly BoardColumn[]
  source: ViewSource
  display: Display
  context: FieldContext
  /** The one of its column that the Tab key stops at. */
  isStop: boolean
  isMoving: boolean
  move: ((record: DataRecord, from: BoardColumn, to: BoardColumn) => void) | null
}

export function KanbanCard(props: KanbanCardProps) {
  const { record, column, columns, source, display, context, isStop, move } = props
  const { t } = useTranslation('kanban')
  const name = useRecordName(display)(record, context)
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: `card ${record.id}`,
    data: { record, column, name },
    disabled: !move || props.isMoving,
  })
  const url = source.recordUrl(record)
  const { onKeyDown, ...pointer } = listeners ?? {}
  const grip = {
    ref: setActivatorNodeRef,
    tabIndex: isStop ? 0 : -1,
    'data-card': record.id,
    className: classes.name,
    ...(move
      ? {
          'aria-describedby': attributes['aria-describedby'],
          'aria-roledescription': t('card'),
          onKeyDown: onKeyDown as KeyboardEventHandler,
        }
      : {}),
  }
  return (
    <div
      ref={setNodeRef}
      className={classes.card}
      data-dragging={isDragging || undefined}
      data-moving={props.isMoving || undefined}
      data-movable={move ? '' : undefined}
      {...pointer}
    >
      <CardBody {...props} name={name}>
        {url === null ? (
          <span {...grip}>{name}</span>
        ) : (
          <AppLink
            href={url}
            draggable={false}
            {...(display.openInNewWindow ? { target: '_blank' } : {})}
            {...grip}
          >
            {name}
          </AppLink>
        )}
        {move && (
          <span className={classes.acts}>
            <ActionMenu
              label={t('moveTo', { name })}
              items={columns
                .filter(({ key }) => key !== column.key)
                .map((to) => ({ label: to.name, action: () => move(record, column, to) }))}
              width={240}
              trapFocus
            />
          </span>
        )}
      </CardBody>
    </div>
  )
}

/** The card without what one can do with it: also what hangs at the pointer. */
export function CardBody({
  record,
  name,
  display,
  context,
  children,
}: Pick<KanbanCardProps, 'record' | 'display' | 'context'> & { name: string; children: ReactNode }) {
  const mark = markOf(display, record, context)
  const { nameField, groupField, imageField, colorField } = display
  const own = display.fields.filter(
    ({ field, shown }) =>
      // What the name, the picture and the column say already.
      ![nameField?.id, groupField?.id, imageField?.id].includes(field.id) &&
      (shown.includeEmptyFields || !isEmptyValue(record.values[field.columnName])),
  )
  const hasPicture = imageField !== null && !isEmptyValue(record.values[imageField.columnName])
  return (
    <>
      {mark && (
        <span className={classes.mark} style={{ background: mark.color ?? undefined }} title={mark.name} />
      )}
      {hasPicture && (
        <Picture record={record} name={name} display={display} scale="card" className={classes.picture} />
      )}
      <span className={classes.head}>{children}</span>
      {mark && colorField?.id !== groupField?.id && !own.some(({ field }) => field.id === colorField?.id) && (
        <span className={classes.srOnly}>{mark.name}</span>
      )}
      {own.length > 0 && (
        <dl className={classes.fields} inert>
          {own.map((item) => (
            <div key={item.field.id} className={classes.field}>
              <dt className={item.shown.showTitle ? classes.title : classes.srOnly}>
                {fieldTitle(item.field, context.format.language)}
              </dt>
              <dd className={classes.value}>
                <DisplayedValue
                  item={item}
                  value={record.values[item.field.columnName]}
                  context={context}
                  variant="line"
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
