/** Records as read-only rows; inside the app the grid shows table views. */
import type { DataRecord } from '@muster/contract/records/records.schema'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { TableSkeleton } from '../../../../ui/Skeletons.tsx'
import styles from '../../../../ui/shared.module.css'
import common from '../../../../ui/Table.module.css'
import { type FieldContext, fieldTitle, gridCellOf } from '../../../fields/public.ts'
import type { Shown } from '../parts/blocks.ts'
import { DisplayedValue } from '../parts/DisplayedValue.tsx'
import { Listed } from '../parts/Listed.tsx'
import { Picture } from '../parts/Picture.tsx'
import type { DisplayProps } from '../parts/props.ts'
import { RecordTitle } from '../parts/RecordTitle.tsx'
import { useRecordName } from '../parts/use-record-name.ts'
import { columnWidths, headingsOf } from './columns.ts'
import classes from './TableDisplay.module.css'

export function TableDisplay({ label, ...props }: DisplayProps) {
  const { t } = useTranslation('views')
  const { source, display } = props
  const { groupField } = display
  const nameOf = useRecordName(display)
  // The name comes first, once.
  const columns = display.fields.filter(({ field }) => field.id !== display.nameField?.id)
  const language = props.context.format.language
  return (
    <Listed {...props} skeleton={<TableSkeleton columns={columns.length + 1} />}>
      {(records, context) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={classes.scroll} tabIndex={0} aria-label={label}>
          <table className={`${classes.table} view-table`} aria-label={label}>
            <thead>
              <Headings columns={columns} />
              <tr>
                <th scope="col">
                  {display.nameField ? fieldTitle(display.nameField, language) : t('record.name')}
                </th>
                {columns.map(({ field, shown }) => (
                  <th
                    key={field.id}
                    scope="col"
                    style={{ minWidth: columnWidths[shown.displayWidth ?? field.displayWidth] }}
                  >
                    <span className={shown.showTitle ? undefined : common.hidden}>
                      {fieldTitle(field, language)}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {records.map((record, at) => {
                const name = nameOf(record, context)
                const shown = { record, name, source, display, context }
                const group = groupField ? groupText(record) : null
                const before = records[at - 1]
                const isFirst = groupField !== null && (!before || groupText(before) !== group)
                return (
                  <Fragment key={record.id}>
                    {isFirst && (
                      <tr className={classes.group}>
                        <th scope="rowgroup" colSpan={columns.length + 1}>
                          {group || t('value.empty')}
                        </th>
                      </tr>
                    )}
                    <tr className="view-item">
                      <th scope="row">
                        <span className={styles.row8}>
                          {display.imageField && (
                            <Picture {...shown} scale="cell" className={classes.picture} />
                          )}
                          <RecordTitle {...shown} />
                        </span>
                      </th>
                      {columns.map((item) => (
                        <Cell key={item.field.id} item={item} record={record} context={context} />
                      ))}
                    </tr>
                  </Fragment>
                )
                function groupText(one: DataRecord): string {
                  return groupField
                    ? gridCellOf(groupField, one.values[groupField.columnName], context).display
                    : ''
                }
              })}
            </tbody>
          </table>
        </section>
      )}
    </Listed>
  )
}

function Cell({ item, record, context }: { item: Shown; record: DataRecord; context: FieldContext }) {
  const { field, shown } = item
  const value = record.values[field.columnName]
  return (
    <td
      className="view-field-value"
      data-column={field.columnName}
      data-align={gridCellOf(field, value, context).align}
      // Beside the value where rows are too narrow for columns.
      data-title={shown.showTitle ? fieldTitle(field, context.format.language) : undefined}
    >
      <DisplayedValue item={item} recordId={record.id} value={value} context={context} variant="line" />
    </td>
  )
}

/** Columns with the same grouping key have a heading above theirs. */
function Headings({ columns }: { columns: readonly Shown[] }) {
  const headings = headingsOf(columns)
  if (headings.every(({ title }) => title === '')) return null
  return (
    <tr>
      <td />
      {headings.map(({ title, first, span }) =>
        title === '' ? (
          <td key={first} colSpan={span} />
        ) : (
          <th key={first} scope="colgroup" colSpan={span} className={classes.heading}>
            {title}
          </th>
        ),
      )}
    </tr>
  )
}
