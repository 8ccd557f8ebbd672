/** All field types; a missing one does not compile. */
import type { z } from 'zod'
import type { FieldType } from '../definition.ts'
import type { DataType } from '../families.ts'
import { boolean } from './boolean.ts'
import { code } from './code.ts'
import { date } from './date.ts'
import { dateRange } from './date_range.ts'
import { dateTime } from './date_time.ts'
import { decimal } from './decimal.ts'
import { detailList } from './detail_list.ts'
import { emailAddress } from './email_address.ts'
import { financialLineItem } from './financial_line_item.ts'
import { financialLineItems } from './financial_line_items.ts'
import { formattedText } from './formatted_text.ts'
import { icon } from './icon.ts'
import { money } from './money.ts'
import { multiDataCollection } from './multi_data_collection.ts'
import { multiDataRecord } from './multi_data_record.ts'
import { multiFile } from './multi_file.ts'
import { multiImage } from './multi_image.ts'
import { multiSelectionFromList } from './multi_selection_from_list.ts'
import { number } from './number.ts'
import { paymentStatus } from './payment_status.ts'
import { percentage } from './percentage.ts'
import { phoneNumber } from './phone_number.ts'
import { physicalAddress } from './physical_address.ts'
import { plainText } from './plain_text.ts'
import { rating } from './rating.ts'
import { singleDataCollection } from './single_data_collection.ts'
import { singleDataRecord } from './single_data_record.ts'
import { singleFile } from './single_file.ts'
import { singleImage } from './single_image.ts'
import { singleSelectionFromList } from './single_selection_from_list.ts'
import { url } from './url.ts'
import { video } from './video.ts'

export const fieldTypes = {
  boolean,
  code,
  date,
  date_range: dateRange,
  date_time: dateTime,
  decimal,
  detail_list: detailList,
  email_address: emailAddress,
  financial_line_item: financialLineItem,
  financial_line_items: financialLineItems,
  formatted_text: formattedText,
  icon,
  money,
  multi_data_collection: multiDataCollection,
  multi_data_record: multiDataRecord,
  multi_file: multiFile,
  multi_image: multiImage,
  multi_selection_from_list: multiSelectionFromList,
  number,
  payment_status: paymentStatus,
  percentage,
  phone_number: phoneNumber,
  physical_address: physicalAddress,
  plain_text: plainText,
  rating,
  single_data_collection: singleDataCollection,
  single_data_record: singleDataRecord,
  single_file: singleFile,
  single_image: singleImage,
  single_selection_from_list: singleSelectionFromList,
  url,
  video,
} satisfies Record<DataType, FieldType<unknown, unknown>>

/** The definition of a type, with unknown value and settings. */
export function fieldType(dataType: DataType): FieldType {
  return fieldTypes[dataType] as FieldType<unknown, unknown> as FieldType
}

/** The settings of a type's fields, after its schema has filled in the defaults. */
export type SettingsOf<Type extends DataType> = z.output<(typeof fieldTypes)[Type]['settings']>
