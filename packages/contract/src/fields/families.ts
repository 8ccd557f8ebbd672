/** The families of field types, which determine their operators, and the storages of their columns. */

export const dataTypes = [
  'boolean',
  'code',
  'date',
  'date_range',
  'date_time',
  'decimal',
  'detail_list',
  'email_address',
  'financial_line_item',
  'financial_line_items',
  'formatted_text',
  'icon',
  'money',
  'multi_data_collection',
  'multi_data_record',
  'multi_file',
  'multi_image',
  'multi_selection_from_list',
  'number',
  'payment_status',
  'percentage',
  'phone_number',
  'physical_address',
  'plain_text',
  'rating',
  'single_data_collection',
  'single_data_record',
  'single_file',
  'single_image',
  'single_selection_from_list',
  'url',
  'video',
] as const
/** The data types of spec section 3. */
export type DataType = (typeof dataTypes)[number]

/** Spec section 3: file types. */
export const fileKinds = [
  'audio',
  'document',
  'image',
  'other',
  'pdf',
  'presentation',
  'spreadsheet',
  'video',
] as const
export type FileKind = (typeof fileKinds)[number]

export type OperatorFamily =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'choice'
  | 'reference'
  | 'file'
  | 'structured'

/** How a value is stored in PostgreSQL; the server has one SQL module per storage. */
export type Storage =
  | 'text' // text
  | 'html' // text, sanitised HTML; compared and searched as `plainText` (text.ts) reads it
  | 'bigint' // bigint
  | 'numeric' // numeric
  | 'money' // numeric + <column>__currency text
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'daterange'
  | 'id' // bigint: a list item, a record, a collection
  | 'ids' // bigint[] with GIN
  | 'links' // link table link_<fieldId>(from, to, position); no column
  | 'file' // uuid
  | 'files' // uuid[]
  | 'video' // text: a file's uuid or a URL
  | 'json' // jsonb
  | 'json_total' // jsonb + generated numeric <column>__total
