/** The picture of a record in a view: of the field that was chosen for it, else its avatar, else its initials. */
import type { FileValue } from '@muster/contract/fields/types/common/files'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { Initials } from '../../../../ui/Initials.tsx'
import { Thumb } from '../../../files/public.ts'
import type { Display } from '../../source.ts'

export function Picture({
  record,
  name,
  display: { imageField },
  sizes,
  initialsSize,
}: {
  record: DataRecord
  name: string
  display: Display
  sizes: string
  initialsSize: number
}) {
  const value = imageField ? (record.values[imageField.columnName] as FileValue | FileValue[] | null) : null
  const file = [value ?? []].flat().find((one) => typeof one !== 'string')
  if (file && typeof file !== 'string') return <Thumb file={file} alt="" sizes={sizes} />
  if (record.avatar) return <img src={record.avatar} alt="" loading="lazy" />
  return <Initials name={name} size={initialsSize} />
}
