/** Which types of field fit each setting of a view, and what each type of view cannot do without. */
import type { DataType } from '../fields/families.ts'
import type { DataViewType, DisplayOptions, UpdateView } from './views.schema.ts'

const dates: readonly DataType[] = ['date', 'date_time', 'date_range']
const images: readonly DataType[] = ['single_image', 'multi_image']
const choices: readonly DataType[] = [
  'single_selection_from_list',
  'multi_selection_from_list',
  'payment_status',
]

/** Settings that name one field, with the types that fit. Null: any type. */
export const viewFieldKinds = {
  recordNameDataFieldId: null,
  itemUrlOverrideDataFieldId: ['url'],
  urlDataFieldId: [
    'plain_text',
    'code',
    'number',
    'url',
    'email_address',
    'phone_number',
    'single_selection_from_list',
  ],
  eventStartDataFieldId: dates,
  eventEndDataFieldId: ['date', 'date_time'],
  allDayDataFieldId: ['boolean'],
  onlyShowOnStartDateDataFieldId: ['boolean'],
  mapLocationDataFieldId: ['physical_address'],
} as const satisfies Partial<Record<keyof UpdateView, readonly DataType[] | null>>
export type ViewFieldKey = keyof typeof viewFieldKinds

export const displayOptionFieldKinds = {
  groupDataFieldId: null,
  imageDataFieldId: images,
  colorDataFieldId: choices,
} as const satisfies Partial<Record<keyof DisplayOptions, readonly DataType[] | null>>
export type DisplayOptionFieldKey = keyof typeof displayOptionFieldKinds

export const dateInfoKinds: { date: readonly DataType[]; image: readonly DataType[] } = {
  date: dates,
  image: images,
}

/** Without this field a view of the type shows nothing. */
export const neededField: Partial<Record<DataViewType, ViewFieldKey>> = {
  calendar: 'eventStartDataFieldId',
  map: 'mapLocationDataFieldId',
}

export function fitsView(key: ViewFieldKey | DisplayOptionFieldKey, dataType: DataType): boolean {
  const kinds: readonly DataType[] | null = { ...viewFieldKinds, ...displayOptionFieldKinds }[key]
  return kinds === null || kinds.includes(dataType)
}

/** What everyone who sees a shared view may save: how it looks, and nothing that reaches outside the app. */
export const savedByAll: readonly (keyof UpdateView)[] = [
  'filter',
  'sort',
  'displayedFields',
  'displayOptions',
]
/** Of its display options, what only visitors outside see. */
export const outsideOptions: readonly (keyof DisplayOptions)[] = ['pageSize', 'showSearch', 'showCount']
