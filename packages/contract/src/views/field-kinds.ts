/** Types of field that fit settings of views. */
import type { DataType } from '../fields/families.ts'

export const dateFields: readonly DataType[] = ['date', 'date_time', 'date_range']
/** The start and the end of records in time. A whole number is a year, from 1 to 9999. */
export const momentFields: readonly DataType[] = [...dateFields, 'number']
export const storedImageFields: readonly DataType[] = ['single_image', 'multi_image']
/** A web address has a picture if its field says so; see `hasPicture`. */
export const imageFields: readonly DataType[] = [...storedImageFields, 'url']

export const choiceFields: readonly DataType[] = [
  'single_selection_from_list',
  'multi_selection_from_list',
  'payment_status',
]
