/** Views: one way to look at a collection, inside the app and outside of it (spec section 3, Data view). */
import { z } from 'zod'
import { dataFieldSchema, displayWidths } from '../fields/fields.schema.ts'
import { filterSchema, sortSchema } from '../filters/ast.ts'
import {
  dateTimeSchema,
  idParam,
  idSchema,
  languageSchema,
  teamParams,
  translationsSchema,
} from '../paging.ts'
import { datePeriods } from '../records/records.schema.ts'
import { calendar } from './types/calendar.ts'
import { dataViewTypes } from './types/definition.ts'
import { detail } from './types/detail.ts'
import { list } from './types/list.ts'
import { map } from './types/map.ts'
import { urlSetting } from './url-setting.ts'

/**
 * Whose a view is. `personal`: only its owner sees it. `shared`: everyone who may read its collection, and any of them
 * may save a change of its filter, order and fields. `locked`: as shared, but only designers change it.
 */
export const viewSharings = ['personal', 'shared', 'locked'] as const
export type ViewSharing = (typeof viewSharings)[number]

/** How a displayed date, date range or time is written; `default` is the language's usual way. */
export const dateTimeFormats = [
  'default',
  'short',
  'long',
  'weekday',
  'month_day',
  'year',
  'time',
  'relative',
] as const
export type DateTimeFormat = (typeof dateTimeFormats)[number]

/** What only some types and layouts use; a key that means nothing for a type is kept, and does nothing. */
export const displayOptionsSchema = z.strictObject({
  ...list.options,
  /** Kanban: the choice or link field whose values are the columns. Table: the field it is grouped by. */
  groupDataFieldId: idSchema.nullable().default(null),
  /** Table: how its groups stand, what is one group of dates, and what they are grouped by further in. */
  groupDirection: z.enum(['asc', 'desc']).default('asc'),
  groupPeriod: z.enum(datePeriods).nullable().default(null),
  thenGroupBy: z
    .array(
      z.strictObject({
        dataFieldId: idSchema,
        direction: z.enum(['asc', 'desc']),
        period: z.enum(datePeriods).nullable(),
      }),
    )
    .max(2)
    .default([]),
  /** Picture of an item: list, gallery, kanban, table, detail. */
  imageDataFieldId: idSchema.nullable().default(null),
  /** A choice field whose colour marks an item: calendar, map, kanban, gallery. */
  colorDataFieldId: idSchema.nullable().default(null),
  /** Items of one page outside the app. */
  pageSize: z.number().int().min(1).max(200).default(20),
  /** A search box outside the app. */
  showSearch: z.boolean().default(true),
  /** How many records there are, outside the app: said where there are pages of them, and told to nobody else. */
  showCount: z.boolean().default(false),
  ...calendar.options,
  ...map.options,
})
export type DisplayOptions = z.output<typeof displayOptionsSchema>

/** An entry of a list needs its field: spec section 5, 'Field is required'. */
const fieldOfEntry = z.preprocess((input, context) => {
  if (input !== undefined && input !== null) return input
  context.issues.push({
    code: 'custom',
    message: 'view_field_missing',
    params: { code: 'view_field_missing' },
    input,
  })
  return z.NEVER
}, idSchema) as unknown as typeof idSchema

/** A field as a view shows it (spec section 3, Displayed field); their order is the order of the list. */
export const displayedFieldSchema = z.strictObject({
  dataFieldId: fieldOfEntry,
  showTitle: z.boolean().default(true),
  /** Fields with the same key stand in one block under that heading. */
  fieldGroupingKey: z.string().trim().max(100).default(''),
  autoStartVideoPlayback: z.boolean().default(false),
  dateTimeDisplayFormat: z.enum(dateTimeFormats).default('default'),
  /** Several values stand in one line, as chips, or each on its own. */
  multiFieldView: z.enum(['inline', 'list', 'count']).default('inline'),
  /** A change by somebody else is shown without being asked for. */
  autoUpdateData: z.boolean().default(true),
  includeEmptyFields: z.boolean().default(false),
  displayWidth: z.enum(displayWidths).nullable().default(null),
})
export type DisplayedField = z.output<typeof displayedFieldSchema>

/** A field that the reader of a view filters by (spec section 3, Filter field); rank is the order of the list. */
export const filterFieldSchema = z.strictObject({
  dataFieldId: fieldOfEntry,
  displayInUi: z.boolean().default(true),
  /** The field's own title where empty. */
  filterLabel: z.string().trim().max(200).default(''),
  filterLabelTranslations: translationsSchema.default({}),
  /** Stands for "no choice made"; "All" in the reader's language where empty. */
  selectAllText: z.string().trim().max(200).default(''),
  selectAllTextTranslations: translationsSchema.default({}),
})
export type FilterField = z.output<typeof filterFieldSchema>

/** Without defaults: in a PUT a key that is left out changes nothing. */
const settings = {
  type: z.enum(dataViewTypes),
  internalName: z.string().trim().min(1).max(100),
  internalDescription: z.string().max(2000),
  sharing: z.enum(viewSharings),
  filter: filterSchema.nullable(),
  sort: sortSchema,
  displayOptions: displayOptionsSchema,
  displayedFields: z.array(displayedFieldSchema).max(200),
  filterFields: z.array(filterFieldSchema).max(50),
  /** What an item is called; the collection's name field where null is not allowed: see `view_name_field_missing`. */
  recordNameDataFieldId: idSchema.nullable(),
  /** Shows changes of others as they happen. */
  autoUpdate: z.boolean(),
  internalCss: z.string().max(50_000),
  externalCss: z.string().max(50_000),
  isVisibleExternally: z.boolean(),
  /** Where an item leads outside the app; `{id}` stands for the record. Empty: to its detail view here. */
  itemUrl: urlSetting,
  /** A url field of the record that takes the place of `itemUrl` where it is filled. */
  itemUrlOverrideDataFieldId: idSchema.nullable(),
  openItemUrlInNewWindow: z.boolean(),
  ...detail.settings,
  ...calendar.settings,
  ...map.settings,
}

export const createViewBody = z.strictObject({
  dataCollectionId: idSchema,
  type: settings.type,
  internalName: settings.internalName,
  internalDescription: settings.internalDescription.default(''),
  sharing: settings.sharing.default('shared'),
  filter: settings.filter.default(null),
  sort: settings.sort.default([]),
  displayOptions: settings.displayOptions.default(displayOptionsSchema.parse({})),
  displayedFields: settings.displayedFields.default([]),
  filterFields: settings.filterFields.default([]),
  recordNameDataFieldId: settings.recordNameDataFieldId.default(null),
  autoUpdate: settings.autoUpdate.default(true),
  internalCss: settings.internalCss.default(''),
  externalCss: settings.externalCss.default(''),
  isVisibleExternally: settings.isVisibleExternally.default(false),
  itemUrl: settings.itemUrl.default(''),
  itemUrlOverrideDataFieldId: settings.itemUrlOverrideDataFieldId.default(null),
  openItemUrlInNewWindow: settings.openItemUrlInNewWindow.default(false),
  ...detail.newSettings,
  ...calendar.newSettings,
  ...map.newSettings,
})
export type CreateView = z.output<typeof createViewBody>

export const updateViewBody = z.strictObject(settings).partial()
export type UpdateView = z.output<typeof updateViewBody>

export const dataViewSchema = z
  .object({
    id: idSchema,
    dataCollectionId: idSchema,
    ...settings,
    /** Of a personal view its owner; of the others who made it. */
    ownedBy: idSchema.nullable(),
    rank: z.number().int(),
    /** Whether the caller may save its filter, order and displayed fields; and whether everything else. */
    canSave: z.boolean(),
    canDesign: z.boolean(),
    /** A field that it cannot do without is gone or in the trash. */
    isBroken: z.boolean(),
    /** `internalCss` as it is put into a page: every rule of it holds below `.muster-view-{id}` only. */
    scopedInternalCss: z.string(),
    updatedAt: dateTimeSchema,
  })
  .meta({ id: 'DataView' })
export type DataView = z.infer<typeof dataViewSchema>

export const viewParams = teamParams.extend({ dataViewId: idParam })

/** Events of a stretch of days, in one answer. Days are `YYYY-MM-DD` in the team's zone; `to` is not in it. */
export const calendarBody = z.strictObject({
  filter: filterSchema.optional(),
  search: z.string().max(200).optional(),
  from: z.iso.date(),
  to: z.iso.date(),
  /** Column names. */
  start: z.string().max(63),
  end: z.string().max(63).optional(),
  allDay: z.string().max(63).optional(),
  onlyStart: z.string().max(63).optional(),
  /** The column of a choice whose item colours the event. */
  color: z.string().max(63).optional(),
  /** The column that an event is called by; the record's name where left out. */
  name: z.string().max(63).optional(),
  /** As `isYearly` of a view's display options. */
  isYearly: z.boolean().default(false),
})
export type CalendarBody = z.output<typeof calendarBody>

/** Most events one answer holds; `isMore` says that there are others. */
export const mostEvents = 20_000
/** Outside the app: of records that lead elsewhere than the others their address, by id. */
const itemUrls = z.record(z.string(), z.string()).optional()

export const calendarResultSchema = z.object({
  events: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      /** A day `YYYY-MM-DD` where `isAllDay`, else ISO 8601 in UTC. */
      start: z.string(),
      /** The last day, or the end; null where there is none. */
      end: z.string().nullable(),
      isAllDay: z.boolean(),
      color: z.string().nullable(),
    }),
  ),
  isMore: z.boolean(),
  urls: itemUrls,
})
export type CalendarResult = z.infer<typeof calendarResultSchema>

export const mapBody = z.strictObject({
  filter: filterSchema.optional(),
  search: z.string().max(200).optional(),
  /** The column of the address. */
  location: z.string().max(63),
  color: z.string().max(63).optional(),
  name: z.string().max(63).optional(),
  /** West, south, east, north in degrees; west > east crosses the 180th meridian. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
})
export type MapBody = z.output<typeof mapBody>

export const mostPoints = 50_000
/** Columns instead of rows: a third of the bytes for tens of thousands of points. */
export const mapResultSchema = z.object({
  ids: z.array(idSchema),
  names: z.array(z.string()),
  lngs: z.array(z.number()),
  lats: z.array(z.number()),
  colors: z.array(z.string().nullable()).nullable(),
  /** Records that match and have no place. */
  withoutPlace: z.number().int(),
  isMore: z.boolean(),
  urls: itemUrls,
})
export type MapResult = z.infer<typeof mapResultSchema>

/** What a calendar writes on days, by its `calendarDateInfo`. */
export const dateInfoResultSchema = z.object({
  days: z.array(
    z.object({
      date: z.iso.date(),
      recordId: idSchema,
      name: z.string(),
      imageUrl: z.string().nullable(),
    }),
  ),
})
export type DateInfoResult = z.infer<typeof dateInfoResultSchema>

/** An index that views and smart collections asked for, as the admin's report tells it. */
export const viewIndexSchema = z
  .object({
    name: z.string(),
    dataCollectionId: idSchema,
    /** Column names it orders or finds by. */
    columns: z.array(z.string()),
    /** `several`: values that conditions ask for, then those it is sorted by; `day`: of a year, for birthdays. */
    kind: z.enum(['sort', 'contains', 'equal', 'several', 'values', 'day', 'place']),
    sizeBytes: z.number().int(),
    /** How often the database used it, and when last; null where it never did. */
    uses: z.number().int(),
    lastUsedAt: dateTimeSchema.nullable(),
    status: z.enum(['ready', 'building', 'wanted']),
    /** Views and smart collections that ask for it. */
    dataViewIds: z.array(idSchema),
    smartDataCollectionIds: z.array(idSchema),
  })
  .meta({ id: 'ViewIndex' })
export type ViewIndex = z.infer<typeof viewIndexSchema>

/** A view as its visitors outside get it: nothing in it that it does not show. */
export const publicViewSchema = z
  .object({
    id: idSchema,
    type: z.enum(dataViewTypes),
    /** Name of the collection, in the visitor's language. */
    title: z.string(),
    language: languageSchema,
    teamName: z.string(),
    brandId: z.number().int(),
    timezone: z.string(),
    /** The displayed fields only, in their order, titles in the visitor's language; `description` and settings cut to need. */
    fields: z.array(dataFieldSchema),
    displayedFields: z.array(displayedFieldSchema),
    filterFields: z.array(
      z.object({
        columnName: z.string(),
        label: z.string(),
        selectAllText: z.string(),
        /** What can be chosen: items of a list, records of a link, yes and no; values are given back as they are. */
        options: z.array(z.object({ value: z.unknown(), label: z.string() })),
        /** Whether it is typed or picked as a span instead of chosen. */
        input: z.enum(['choice', 'text', 'number', 'date']),
      }),
    ),
    displayOptions: displayOptionsSchema,
    /** Already scoped: every rule holds below `.muster-view-{id}` only. */
    externalCss: z.string(),
    itemUrl: z.string(),
    /** Column name of the record's own address, which takes the place of `itemUrl` where it is filled. */
    itemUrlOverride: z.string().nullable(),
    openItemUrlInNewWindow: z.boolean(),
    missingRecordRedirectUrl: z.string(),
    missingRecordMessage: z.string(),
    includeDatesWithNoEvents: z.boolean(),
    noEventsMessage: z.string(),
    /** The displayed field that an item is called by; null where that is none of them. */
    recordNameDataFieldId: idSchema.nullable(),
    /** Column names in use by the type; null where it has none. */
    start: z.string().nullable(),
    end: z.string().nullable(),
    location: z.string().nullable(),
  })
  .meta({ id: 'PublicDataView' })
export type PublicView = z.infer<typeof publicViewSchema>

/** What a visitor may ask of a public view: never a field or filter of its own making. */
export const publicQueryBody = z.strictObject({
  /**
   * By column name of a filter field: one of its options, or a list of which any will do; a text; for numbers and
   * dates a value, or a span `{from, to}` of which one may be left out.
   */
  filters: z.record(z.string().max(63), z.unknown()).default({}),
  search: z.string().max(200).optional(),
  language: languageSchema.optional(),
  cursor: z.string().max(4000).optional(),
  offset: z.number().int().min(0).max(100_000).optional(),
  /** Calendar and map: as in `calendarBody` and `mapBody`. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type PublicQuery = z.output<typeof publicQueryBody>

export const feedSchema = z.object({ createdAt: dateTimeSchema, lastUsedAt: dateTimeSchema.nullable() })
