/** A record's name, as a link where it opens somewhere. */
import type { DataRecord } from '@muster/contract/records/records.schema'
import { AppLink } from '../../../../ui/AppLink.tsx'
import type { Display, ViewSource } from '../../source.ts'
import classes from './parts.module.css'

export function RecordTitle({
  record,
  name,
  source,
  display,
}: {
  record: DataRecord
  name: string
  source: ViewSource
  display: Display
}) {
  const url = source.recordUrl(record)
  const className = `${classes.title} view-record-name`
  if (url === null) return <span className={className}>{name}</span>
  return (
    <AppLink href={url} className={className} {...(display.openInNewWindow ? { target: '_blank' } : {})}>
      {name}
    </AppLink>
  )
}
