/** The markers and numbers by which tests recognise hidden data. */

/** Texts of hidden records. */
export const hidden = (what: string) => `hidden-7f3a-${what}`
/** Names and settings of hidden collections and fields, which only designers may see. */
export const design = (what: string) => `design-7f3a-${what}`
/** Names of columns, with the same marker. */
export const column = (what: string) => `design_7f3a_${what}`
/** Data of users that only administrators of users may see. */
export const ofUsers = (what: string) => `users-7f3a-${what}`

/** Numbers of records, which differ from each other. Ids are far greater. */
export const counts = { visible: 3, rows: 911, staff: 313, trash: 211, vault: 503, items: 419 }
export const firstId = 2_000_000
/** Hidden amounts are this plus the number of the row. */
export const leastAmount = 910_000_000_000

/** The region of visible records. Designers know it, because it is the default value of the field. */
export const visibleRegion = design('visible-region')
/** The only items of the list that a reader of items may see. */
export const visibleItems = [hidden('item-1'), hidden('item-2')]

/** Columns that users of the test may read, each alone: those of people, and the names of list items. */
export const readable = {
  name: 'plain_text',
  amount: 'number',
  party: 'single_selection_from_list',
  parties: 'multi_selection_from_list',
  home: 'single_data_record',
  friends: 'multi_data_record',
  papers: 'multi_file',
  day: 'date_time',
  place: 'physical_address',
  topic: 'single_data_collection',
  notes: 'formatted_text',
  item: 'plain_text',
} as const
export type Readable = keyof typeof readable

export const columnName = (name: Readable): string =>
  name === 'name' || name === 'item' ? 'name' : column(name)

/** One pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
