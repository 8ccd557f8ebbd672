/** All field types of the web app; a missing one does not compile. */
import type { DataType } from '@muster/contract/fields/families'
import { boolean } from './boolean/index.ts'
import { code } from './code/index.ts'
import { date } from './date/index.ts'
import { dateRange } from './date_range/index.ts'
import { dateTime } from './date_time/index.ts'
import { decimal } from './decimal/index.ts'
import type { FieldTypeUi } from './definition.ts'
import { detailList } from './detail_list/index.ts'
import { emailAddress } from './email_address/index.ts'
import { financialLineItem } from './financial_line_item/index.ts'
import { financialLineItems } from './financial_line_items/index.ts'
import { formattedText } from './formatted_text/index.ts'
import { icon } from './icon/index.ts'
import { money } from './money/index.ts'
import { multiDataCollection } from './multi_data_collection/index.ts'
import { multiDataRecord } from './multi_data_record/index.ts'
import { multiFile } from './multi_file/index.ts'
import { multiImage } from './multi_image/index.ts'
import { multiSelectionFromList } from './multi_selection_from_list/index.ts'
import { number } from './number/index.ts'
import { paymentStatus } from './payment_status/index.ts'
import { percentage } from './percentage/index.ts'
import { phoneNumber } from './phone_number/index.ts'
import { physicalAddress } from './physical_address/index.ts'
import { plainText } from './plain_text/index.ts'
import { rating } from './rating/index.ts'
import { singleDataCollection } from './single_data_collection/index.ts'
import { singleDataRecord } from './single_data_record/index.ts'
import { singleFile } from './single_file/index.ts'
import { singleImage } from './single_image/index.ts'
import { singleSelectionFromList } from './single_selection_from_list/index.ts'
import { url } from './url/index.ts'
import { video } from './video/index.ts'

export const fieldTypeUis = {
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
} satisfies Record<DataType, FieldTypeUi>

export function fieldTypeUiOf(dataType: DataType): FieldTypeUi {
  return fieldTypeUis[dataType]
}
