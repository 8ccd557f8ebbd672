/** A record in a detail view: picture, name, fields in blocks. */
import type { DataRecord } from '@muster/contract/records/records.schema'
import { FieldBlocks } from '../parts/FieldBlocks.tsx'
import { Picture } from '../parts/Picture.tsx'
import type { DisplayProps } from '../parts/props.ts'
import { RecordTitle } from '../parts/RecordTitle.tsx'
import { useRecordName } from '../parts/use-record-name.ts'
import classes from './RecordDetail.module.css'

export function RecordDetail({
  record,
  source,
  display,
  context,
  heading: Heading = 'h2',
}: Omit<DisplayProps, 'label'> & {
  record: DataRecord
  /** The element of its name. */
  heading?: 'h1' | 'h2'
}) {
  const name = useRecordName(display)(record, context)
  const shown = { record, name, source, display, context }
  return (
    <article className={`${classes.detail} view-detail`} aria-label={name}>
      {display.imageField && <Picture {...shown} scale="page" className={classes.picture} />}
      <Heading className={classes.name}>
        <RecordTitle {...shown} />
      </Heading>
      <FieldBlocks record={record} fields={display.fields} context={context} variant="block" />
    </article>
  )
}
