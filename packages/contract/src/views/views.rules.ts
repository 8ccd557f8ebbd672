/** Which types of field fit each setting of a view, and what readers may save. */
import type { DataType } from '../fields/families.ts'
import type { DataField } from '../fields/fields.schema.ts'
import { fieldType } from '../fields/types/index.ts'
import { choiceFields, dateFields, imageFields, storedImageFields } from './field-kinds.ts'
import { calendar } from './types/calendar.ts'
import { detail } from './types/detail.ts'
import { map } from './types/map.ts'
import { timeline } from './types/timeline.ts'
import {
  type DisplayedField,
  type DisplayOptions,
  displayedFieldSchema,
  type DataView as SavedView,
  type UpdateView,
} from './views.schema.ts'

/** Settings that refer to a field, with the types that fit. Null: any type. */
export const viewFieldKinds = {
  recordNameDataFieldId: null,
  itemUrlOverrideDataFieldId: ['url'],
  ...detail.fieldKinds,
  ...calendar.fieldKinds,
  ...map.fieldKinds,
  ...timeline.fieldKinds,
} as const satisfies Partial<Record<keyof UpdateView, readonly DataType[] | null>>
export type ViewFieldKey = keyof typeof viewFieldKinds

export const displayOptionFieldKinds = {
  groupDataFieldId: null,
  imageDataFieldId: imageFields,
  colorDataFieldId: choiceFields,
} as const satisfies Partial<Record<keyof DisplayOptions, readonly DataType[] | null>>
export type DisplayOptionFieldKey = keyof typeof displayOptionFieldKinds

export const dateInfoKinds: { date: readonly DataType[]; image: readonly DataType[] } = {
  date: dateFields,
  image: storedImageFields,
}

export function fitsView(key: ViewFieldKey | DisplayOptionFieldKey, dataType: DataType): boolean {
  const kinds: readonly DataType[] | null = { ...viewFieldKinds, ...displayOptionFieldKinds }[key]
  return kinds === null || kinds.includes(dataType)
}

/** Whether the values of a field can be the lanes of a timeline: texts, choices, links to one record, yes and no. */
export function canBeLanes({
  dataType,
  settings,
}: {
  dataType: DataType
  settings: Record<string, unknown>
}): boolean {
  const { storage, refersTo } = fieldType(dataType)
  if (storage === 'id') return refersTo?.(settings).to === 'record'
  return storage === 'text' || storage === 'boolean'
}

/** The field to begin with, of those that fit: a number is not always a year. */
export function firstFitting<Field extends { dataType: DataType }>(
  fitting: readonly Field[],
): Field | undefined {
  return fitting.find(({ dataType }) => dateFields.includes(dataType)) ?? fitting[0]
}

type Publishing = Pick<
  SavedView,
  'displayedFields' | 'displayOptions' | 'itemUrlOverrideDataFieldId' | 'urlDataFieldId'
>

/**
 * The fields whose values visitors of a public view get, besides the names of its items: those that it displays, and
 * the picture and the links of an item.
 *
 * @param fields all fields of the view's records
 */
export function publishedFields<Field extends { id: number; dataType: DataType }>(
  view: Publishing,
  fields: readonly Field[],
): Field[] {
  const byId = new Map(fields.map((field) => [field.id, field]))
  const links = (['itemUrlOverrideDataFieldId', 'urlDataFieldId'] as const).filter((key) => {
    const field = byId.get(view[key] ?? 0)
    return field && fitsView(key, field.dataType)
  })
  const ids = [
    ...view.displayedFields.map(({ dataFieldId }) => dataFieldId),
    view.displayOptions.imageDataFieldId,
    ...links.map((key) => view[key]),
  ]
  return [...new Set(ids)].flatMap((id) => byId.get(id ?? 0) ?? [])
}

/** Whether the values of a field are pictures. */
export function hasPicture({ dataType, settings }: Pick<DataField, 'dataType' | 'settings'>): boolean {
  if (storedImageFields.includes(dataType)) return true
  return imageFields.includes(dataType) && fieldType(dataType).showsPicture?.(settings) === true
}

interface Asked<Field> {
  field: Field
  shown: DisplayedField
}

/**
 * What a form asks for: the displayed fields, and before them the one that names the record if it is not displayed.
 * Fields that are filled in automatically are left out.
 */
export function formFields<Field extends Pick<DataField, 'id' | 'dataType' | 'settings'>>(
  displayed: readonly Asked<Field>[],
  nameField: Field | null,
): Asked<Field>[] {
  const isShown = nameField === null || displayed.some(({ field }) => field.id === nameField.id)
  const name = isShown
    ? []
    : [{ field: nameField, shown: displayedFieldSchema.parse({ dataFieldId: nameField.id }) }]
  return [...name, ...displayed].filter(
    ({ field }) => !fieldType(field.dataType).isAutomatic?.(field.settings),
  )
}

/** What everyone who sees a shared view may save: how it looks, and nothing that affects public pages. */
export const savedByAll: readonly (keyof UpdateView)[] = [
  'filter',
  'sort',
  'displayedFields',
  'displayOptions',
]
/** Display options that only public pages use. */
export const publicOptions: readonly (keyof DisplayOptions)[] = ['pageSize', 'showSearch', 'showCount']
