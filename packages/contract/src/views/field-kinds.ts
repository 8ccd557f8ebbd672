/** Types of field that fit settings of views. */
import type { DataType } from '../fields/families.ts'
import type { DataField } from '../fields/fields.schema.ts'
import { fieldType } from '../fields/types/index.ts'

export const dateFields: readonly DataType[] = ['date', 'date_time', 'date_range']
/** The start and the end of records in time. A whole number is a year, from 1 to 9999. */
export const momentFields: readonly DataType[] = [...dateFields, 'number']
export const storedImageFields: readonly DataType[] = ['single_image', 'multi_image']
/** A web address has a picture if its field says so; see `hasPicture`. */
export const imageFields: readonly DataType[] = [...storedImageFields, 'url']

/** Whether the values of a field are pictures. */
export function hasPicture({ dataType, settings }: Pick<DataField, 'dataType' | 'settings'>): boolean {
  if (storedImageFields.includes(dataType)) return true
  return imageFields.includes(dataType) && fieldType(dataType).showsPicture?.(settings) === true
}
export const choiceFields: readonly DataType[] = [
  'single_selection_from_list',
  'multi_selection_from_list',
  'payment_status',
]
