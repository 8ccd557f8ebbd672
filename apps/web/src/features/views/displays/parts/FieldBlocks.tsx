/** The displayed fields of one record: in blocks by grouping key, each with its width. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DataRecord } from '@muster/contract/records/records.schema'
import table from '../../../../ui/Table.module.css'
import { WidthGrid, WidthItem } from '../../../../ui/WidthGrid.tsx'
import { type FieldContext, fieldTitle, isEmptyValue } from '../../../fields/public.ts'
import { blocksOf, type Shown } from './blocks.ts'
import { DisplayedValue } from './DisplayedValue.tsx'
import classes from './parts.module.css'

export function FieldBlocks({
  record,
  fields,
  context,
  variant,
  widthOf = ({ displayWidth }) => displayWidth,
}: {
  record: DataRecord
  fields: readonly Shown[]
  context: FieldContext
  variant: 'line' | 'block'
  /** For a field without a width in the view. */
  widthOf?: (field: DataField) => DataField['displayWidth']
}) {
  const present = fields.filter(
    ({ field, shown }) => shown.includeEmptyFields || !isEmptyValue(record.values[field.columnName]),
  )
  return blocksOf(present).map(({ title, fields: own }) => (
    <div key={`${title}${own[0]?.field.id}`} className={`${classes.block} view-block`}>
      {title && <p className={`${classes.blockTitle} view-block-title`}>{title}</p>}
      <WidthGrid of="fields">
        {own.map((item) => (
          <WidthItem key={item.field.id} width={item.shown.displayWidth ?? widthOf(item.field)}>
            <dl className={`${classes.pair} view-field`} data-column={item.field.columnName}>
              <dt className={item.shown.showTitle ? 'view-field-title' : table.hidden}>
                {fieldTitle(item.field, context.format.language)}
              </dt>
              <dd className="view-field-value">
                <DisplayedValue
                  item={item}
                  recordId={record.id}
                  value={record.values[item.field.columnName]}
                  context={context}
                  variant={variant}
                />
              </dd>
            </dl>
          </WidthItem>
        ))}
      </WidthGrid>
    </div>
  ))
}
