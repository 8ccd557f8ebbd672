/** The picture of a record in a view: of the chosen field, else its avatar, else its initials. */
import type { FileValue } from '@muster/contract/fields/types/common/files'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { hasPicture } from '@muster/contract/views/views.rules'
import { Initials } from '../../../../ui/Initials.tsx'
import { type FieldContext, pictureOf } from '../../../fields/public.ts'
import { Thumb, WebPicture } from '../../../files/public.ts'
import type { Display } from '../../source.ts'
import classes from './parts.module.css'

/** Its width on the page, for the choice of a thumbnail and the size of initials. */
const scales = {
  cell: { sizes: '32px', initials: 24 },
  row: { sizes: '96px', initials: 32 },
  card: { sizes: '264px', initials: 32 },
  tile: { sizes: '(max-width: 480px) 50vw, 240px', initials: 48 },
  page: { sizes: '(max-width: 640px) 100vw, 480px', initials: 64 },
} as const

export function Picture({
  record,
  name,
  display: { imageField },
  context,
  scale,
  className,
}: {
  record: DataRecord
  name: string
  display: Display
  context: FieldContext
  scale: keyof typeof scales
  className: string | undefined
}) {
  const { sizes, initials } = scales[scale]
  const field = imageField && hasPicture(imageField) ? imageField : null
  const value = field ? (record.values[field.columnName] as FileValue | FileValue[] | null) : null
  const ofAddress = field && typeof value === 'string' ? pictureOf(value, field, context, record.id) : null
  const file = [value ?? []].flat().find((one) => typeof one !== 'string')
  return (
    <span className={`${classes.picture} ${className} view-picture`}>
      {file && typeof file !== 'string' ? (
        <Thumb file={file} alt="" sizes={sizes} />
      ) : ofAddress ? (
        <WebPicture url={ofAddress} alt="" sizes={sizes} iconSize={20} className={classes.web} />
      ) : record.avatar ? (
        <img src={record.avatar} alt="" loading="lazy" />
      ) : (
        <Initials name={name} size={initials} />
      )}
    </span>
  )
}
