/** Records below each other, each with its fields. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { TableSkeleton } from '../../../../ui/Skeletons.tsx'
import { FieldBlocks } from '../parts/FieldBlocks.tsx'
import { Listed } from '../parts/Listed.tsx'
import { Picture } from '../parts/Picture.tsx'
import type { DisplayProps } from '../parts/props.ts'
import { RecordTitle } from '../parts/RecordTitle.tsx'
import { useRecordName } from '../parts/use-record-name.ts'
import classes from './ListDisplay.module.css'

/** Short values share a line; a long one has its own. */
const long: ReadonlySet<string> = new Set(['html', 'video', 'files', 'json', 'json_total'])
const widthInList = ({ dataType }: DataField) => (long.has(fieldType(dataType).storage) ? 'full' : 'third')

export function ListDisplay({ label, ...props }: DisplayProps) {
  const { source, display } = props
  const nameOf = useRecordName(display)
  return (
    <Listed {...props} skeleton={<TableSkeleton columns={3} />}>
      {(records, context) => (
        <ul className={`${classes.list} view-list`} aria-label={label}>
          {records.map((record) => {
            const name = nameOf(record, context)
            const shown = { record, name, source, display, context }
            return (
              <li key={record.id} className={`${classes.item} view-item`}>
                {display.imageField && <Picture {...shown} scale="row" className={classes.picture} />}
                <div className={classes.body}>
                  <RecordTitle {...shown} />
                  <FieldBlocks
                    record={record}
                    fields={display.fields}
                    context={context}
                    variant="block"
                    widthOf={widthInList}
                  />
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </Listed>
  )
}
