/** A record on a board: its picture, name and displayed fields. */
import type { DataRecord } from '@muster/contract/records/records.schema'
import type { ReactNode } from 'react'
import { type FieldContext, fieldTitle, isEmptyValue } from '../../../fields/public.ts'
import { ruleColor } from '../../rule-color.ts'
import type { Display } from '../../source.ts'
import { DisplayedValue } from '../parts/DisplayedValue.tsx'
import { markOf } from '../parts/mark-of.ts'
import { Picture } from '../parts/Picture.tsx'
import classes from './Kanban.module.css'

export function RecordCard({
  record,
  name,
  display,
  context,
  children,
}: {
  record: DataRecord
  name: string
  display: Display
  context: FieldContext
  children: ReactNode
}) {
  const mark = markOf(display, record, context)
  const color = ruleColor(display.options.rowColors, record.mark) ?? mark?.color
  const { nameField, groupField, imageField, colorField } = display
  const own = display.fields.filter(
    ({ field, shown }) =>
      // Fields that the name, the picture and the column show already.
      ![nameField?.id, groupField?.id, imageField?.id].includes(field.id) &&
      (shown.includeEmptyFields || !isEmptyValue(record.values[field.columnName])),
  )
  const hasPicture = imageField !== null && !isEmptyValue(record.values[imageField.columnName])
  return (
    <>
      {(mark || color) && (
        <span className={classes.mark} style={{ background: color ?? undefined }} title={mark?.name} />
      )}
      {hasPicture && (
        <Picture
          record={record}
          name={name}
          display={display}
          context={context}
          scale="card"
          className={classes.picture}
        />
      )}
      {children}
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
                  recordId={record.id}
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
