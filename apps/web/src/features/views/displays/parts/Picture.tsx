/** The picture of a record in a view: of the field that was chosen for it, else its avatar, else its initials. */
import type { FileValue } from '@muster/contract/fields/types/common/files'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { Initials } from '../../../../ui/Initials.tsx'
import { Thumb } from '../../../files/public.ts'
import type { Display } from '../../source.ts'
import classes from './parts.module.css'

export function Picture({
  record,
  name,
  display: { imageField },
  className,
  sizes,
  initialsSize,
}: {
  record: DataRecord
  name: string
  display: Display
  /** How large it is. */
  className: string | undefined
  sizes: string
  initialsSize: number
}) {
  const value = imageField ? (record.values[imageField.columnName] as FileValue | FileValue[] | null) : null
  const file = [value ?? []].flat().find((one) => typeof one !== 'string')
  return (
    <span className={`${classes.picture} ${className} view-picture`}>
      {file && typeof file !== 'string' ? (
        <Thumb file={file} alt="" sizes={sizes} />
      ) : record.avatar ? (
        <img src={record.avatar} alt="" loading="lazy" />
      ) : (
        <Initials name={name} size={initialsSize} />
      )}
    </span>
  )
}
