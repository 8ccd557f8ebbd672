/** A record by a detail view: picture, name, fields in their blocks. */
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
  /** What its name is on the page. */
  heading?: 'h1' | 'h2'
}) {
  const name = useRecordName(display)(record, context)
  return (
    <article className={`${classes.detail} view-detail`} aria-label={name}>
      {display.imageField && (
        <Picture
          className={classes.picture}
          record={record}
          name={name}
          display={display}
          sizes="(max-width: 640px) 100vw, 480px"
          initialsSize={64}
        />
      )}
      <Heading className={classes.name}>
        <RecordTitle record={record} name={name} source={source} display={display} />
      </Heading>
      <FieldBlocks record={record} fields={display.fields} context={context} variant="block" />
    </article>
  )
}
