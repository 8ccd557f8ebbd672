/** Views: ways to look at a collection, in the app and publicly (spec section 3, Data view). */
import { z } from 'zod'
import { dataFieldSchema, displayWidths } from '../fields/fields.schema.ts'
import { isDay } from '../fields/time/calendar.ts'
import { filterSchema, sortSchema } from '../filters/ast.ts'
import {
  dateTimeSchema,
  idParam,
  idSchema,
  languageSchema,
  teamParams,
  translationsSchema,
} from '../paging.ts'
import { datePeriods, linkedSchema, maxMarks } from '../records/records.schema.ts'
import { timeUnits } from './time-units.ts'
import { calendar } from './types/calendar.ts'
import { dataViewTypes } from './types/definition.ts'
import { detail } from './types/detail.ts'
import { form } from './types/form.ts'
import { list } from './types/list.ts'
import { map } from './types/map.ts'
import { timeline } from './types/timeline.ts'
import { urlSetting } from './url-setting.ts'

/**
 * Who sees a view. `personal`: only its owner. `shared`: everyone who may read its collection, and any of them may
 * change its filter, order and fields. `locked`: like shared, but only designers may change it.
 */
export const viewSharings = ['personal', 'shared', 'locked'] as const
export type ViewSharing = (typeof viewSharings)[number]

/** Format of a displayed date, date range or time; `default` is the usual format of the language. */
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

/** Records that match get the colour; the first rule that matches counts. */
export const rowColorSchema = z.strictObject({
  filter: filterSchema,
  /** `#rrggbb` */
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
})
export type RowColor = z.output<typeof rowColorSchema>

/** Options of some types and layouts only; a key that does not apply to a type is stored and ignored. */
export const displayOptionsSchema = z.strictObject({
  ...list.options,
  /** Kanban: the choice or link field whose values are the columns. Table: the field it is grouped by. Timeline: lanes. */
  groupDataFieldId: idSchema.nullable().default(null),
  /** Table: how groups are ordered, the period that groups dates, and further levels of groups. */
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
  /** A choice field whose colour marks an item: calendar, map, timeline, kanban, gallery. */
  colorDataFieldId: idSchema.nullable().default(null),
  /** Table, gallery, kanban, calendar, timeline: colours of records, in the order of precedence. Readers get only the rules on fields that they may read. */
  rowColors: z.array(rowColorSchema).max(maxMarks).default([]),
  /** Items per page of a public view. */
  pageSize: z.number().int().min(1).max(200).default(20),
  /** Whether a public view has a search box. */
  showSearch: z.boolean().default(true),
  /** Whether a public view with pages shows the number of records; otherwise it is not sent. */
  showCount: z.boolean().default(false),
  ...calendar.options,
  ...map.options,
})
export type DisplayOptions = z.output<typeof displayOptionsSchema>

/** A list entry without a field is an error: spec section 5, 'Field is required'. */
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

/** A displayed field of a view (spec section 3, Displayed field), in the order of the list. */
export const displayedFieldSchema = z.strictObject({
  dataFieldId: fieldOfEntry,
  showTitle: z.boolean().default(true),
  /** Fields with the same key form one block under that heading. */
  fieldGroupingKey: z.string().trim().max(100).default(''),
  autoStartVideoPlayback: z.boolean().default(false),
  dateTimeDisplayFormat: z.enum(dateTimeFormats).default('default'),
  /** Whether several values are shown in one line as chips, or each on its own, or as a count. */
  multiFieldView: z.enum(['inline', 'list', 'count']).default('inline'),
  /** Whether changes by others appear automatically. */
  autoUpdateData: z.boolean().default(true),
  includeEmptyFields: z.boolean().default(false),
  /** In a form: must be filled in; a field that is required in its collection always is. */
  isRequired: z.boolean().default(false),
  displayWidth: z.enum(displayWidths).nullable().default(null),
})
export type DisplayedField = z.output<typeof displayedFieldSchema>

/** A field by which readers can filter the view (spec section 3, Filter field), in the order of the list. */
export const filterFieldSchema = z.strictObject({
  dataFieldId: fieldOfEntry,
  displayInUi: z.boolean().default(true),
  /** If empty, the field's own title. */
  filterLabel: z.string().trim().max(200).default(''),
  filterLabelTranslations: translationsSchema.default({}),
  /** The text for "no choice"; if empty, "All" in the reader's language. */
  selectAllText: z.string().trim().max(200).default(''),
  selectAllTextTranslations: translationsSchema.default({}),
})
export type FilterField = z.output<typeof filterFieldSchema>

/** No defaults: in a PUT, a missing key changes nothing. */
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
  /** The field that names an item; by default the collection's name field. Null is rejected. */
  recordNameDataFieldId: idSchema.nullable(),
  /** Whether changes by others appear automatically. */
  autoUpdate: z.boolean(),
  internalCss: z.string().max(50_000),
  externalCss: z.string().max(50_000),
  isVisibleExternally: z.boolean(),
  /** URL of an item on public pages, with `{id}` for the record. If empty, its public detail view. */
  itemUrl: urlSetting,
  /** A url field of the record that overrides `itemUrl` if it has a value. */
  itemUrlOverrideDataFieldId: idSchema.nullable(),
  openItemUrlInNewWindow: z.boolean(),
  ...detail.settings,
  ...calendar.settings,
  ...map.settings,
  ...timeline.settings,
  ...form.settings,
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
  ...timeline.newSettings,
  ...form.newSettings,
})
export type CreateView = z.output<typeof createViewBody>

export const updateViewBody = z.strictObject(settings).partial()
export type UpdateView = z.output<typeof updateViewBody>

export const dataViewSchema = z
  .object({
    id: idSchema,
    dataCollectionId: idSchema,
    ...settings,
    /** Its address in place of the id for visitors, who cannot guess it. */
    publicKey: z.string(),
    /** The owner of a personal view, or the creator of others. */
    ownedBy: idSchema.nullable(),
    rank: z.number().int(),
    /** Whether the caller may save its filter, order and displayed fields. */
    canSave: z.boolean(),
    canDesign: z.boolean(),
    /** Whether a required field is missing or in the trash. */
    isBroken: z.boolean(),
    /** `internalCss` scoped for the page: every rule applies below `.muster-view-{id}` only. */
    scopedInternalCss: z.string(),
    updatedAt: dateTimeSchema,
  })
  .meta({ id: 'DataView' })
export type DataView = z.infer<typeof dataViewSchema>

export const viewParams = teamParams.extend({ dataViewId: idParam })
export const publicViewParams = teamParams.extend({ publicKey: z.string().regex(/^[0-9a-f]{64}$/) })

/** A day of the years 1 to 9999. */
const daySchema = z.iso.date().refine(isDay)

/** Events of a range of days, in one response. Days are `YYYY-MM-DD` in the team's zone; `to` is exclusive. */
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
  /** The column of the choice whose item colours the event. */
  color: z.string().max(63).optional(),
  /** The column for the title of an event; by default the record's name. */
  name: z.string().max(63).optional(),
  /** Like `isYearly` of a view's display options. */
  isYearly: z.boolean().default(false),
  /** Like `marks` of a query. */
  marks: z.array(filterSchema).max(maxMarks).optional(),
})
export type CalendarBody = z.output<typeof calendarBody>

/** Maximum number of events in a response; `isMore` says that there are others. */
export const mostEvents = 20_000
/** Public views only: URLs of records that override the view's, by id. */
const itemUrls = z.record(z.string(), z.string()).optional()

export const calendarResultSchema = z.object({
  events: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      /** A day `YYYY-MM-DD`, or ISO 8601 in UTC unless `isAllDay`. */
      start: z.string(),
      /** The last day, or the end; null if there is none. Only where events of the calendar can have one. */
      end: z.string().nullable().optional(),
      /** Only where the start is a time; all others are whole days. */
      isAllDay: z.boolean().optional(),
      /** Only with `color`. */
      color: z.string().nullable().optional(),
      /** Only with `marks`: the index in them; null if none matches. */
      mark: z.number().int().nullable().optional(),
      /** Of an event by year, which is on 1 January: the year that its record has. */
      year: z.number().int().optional(),
    }),
  ),
  isMore: z.boolean(),
  urls: itemUrls,
})
export type CalendarResult = z.infer<typeof calendarResultSchema>

export const mapBody = z.strictObject({
  filter: filterSchema.optional(),
  search: z.string().max(200).optional(),
  /** The column with the address. */
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
  /** Number of matching records without a place. */
  withoutPlace: z.number().int(),
  isMore: z.boolean(),
  urls: itemUrls,
})
export type MapResult = z.infer<typeof mapResultSchema>

/** A window of a timeline; without, the overview of all its records. */
const timelineWindow = {
  /** Its first and last day in the team's zone. */
  from: daySchema.optional(),
  through: daySchema.optional(),
  /** The unit by which records are counted if there are many. */
  unit: z.enum(timeUnits).optional(),
}

export const timelineBody = z.strictObject({
  filter: filterSchema.optional(),
  search: z.string().max(200).optional(),
  ...timelineWindow,
  /** Column names. */
  start: z.string().max(63),
  end: z.string().max(63).optional(),
  /** The column whose values are the lanes. */
  lane: z.string().max(63).optional(),
  color: z.string().max(63).optional(),
  name: z.string().max(63).optional(),
  /** Like `marks` of a query. */
  marks: z.array(filterSchema).max(maxMarks).optional(),
})
export type TimelineBody = z.output<typeof timelineBody>

/** With more records than this in a window they are counted. */
export const mostSpans = 500
/** Lanes with the most records; those of others share one. */
export const mostLanes = 200
/** In one window. */
export const mostUnits = 1500

/** A value of the lane's field as text; empty for records without one. */
const laneKey = z.string()
/** A year `YYYY`, a day `YYYY-MM-DD`, or ISO 8601 in UTC, by the type of the field. */
const moment = z.string()

/** `overview` without a window, else `records` or, if there are too many, `counts`. */
export const timelineResultSchema = z.object({
  overview: z
    .object({
      /** First and last day of all records; null if there are none. */
      first: z.iso.date().nullable(),
      last: z.iso.date().nullable(),
      count: z.number().int(),
      /** In the order of the field; empty without one. */
      lanes: z.array(z.object({ key: laneKey, count: z.number().int() })),
      isMoreLanes: z.boolean(),
      /** The records that lanes refer to. */
      linked: linkedSchema,
    })
    .optional(),
  records: z
    .array(
      z.object({
        id: idSchema,
        name: z.string(),
        start: moment,
        /** Null if there is none after the start. */
        end: moment.nullable(),
        lane: laneKey,
        color: z.string().nullable(),
        /** The index in `marks`; null if none matches. */
        mark: z.number().int().nullable(),
      }),
    )
    .optional(),
  counts: z
    .array(
      z.object({
        /** Null for records of all lanes that are not in the overview. */
        lane: laneKey.nullable(),
        /** The first day of a unit. */
        day: z.string(),
        /** The number of records in it and in the following units, until the lane's next entry. */
        count: z.number().int(),
      }),
    )
    .optional(),
  urls: itemUrls,
})
export type TimelineResult = z.infer<typeof timelineResultSchema>
export type TimelineOverview = NonNullable<TimelineResult['overview']>

/** What a calendar shows on days, from its `calendarDateInfo`. */
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

/** An index kept for views and smart collections, in the administrator's report. */
export const viewIndexSchema = z
  .object({
    name: z.string(),
    dataCollectionId: idSchema,
    /** Column names that it sorts or finds by. */
    columns: z.array(z.string()),
    /** `several`: columns compared in conditions, then those of the sort; `day`: day of the year, for birthdays. */
    kind: z.enum(['sort', 'contains', 'equal', 'several', 'values', 'day', 'place']),
    sizeBytes: z.number().int(),
    /** How often the database used it, and when last; null if never. */
    uses: z.number().int(),
    lastUsedAt: dateTimeSchema.nullable(),
    status: z.enum(['ready', 'building', 'wanted']),
    /** Views and smart collections that need it. */
    dataViewIds: z.array(idSchema),
    smartDataCollectionIds: z.array(idSchema),
  })
  .meta({ id: 'ViewIndex' })
export type ViewIndex = z.infer<typeof viewIndexSchema>

/** A field as visitors get it: what it takes to show its values. */
export const publicFieldSchema = dataFieldSchema
  .pick({ id: true, title: true, columnName: true, dataType: true, displayWidth: true, settings: true })
  .strict()
  .meta({ id: 'PublicDataField' })
export type PublicField = z.infer<typeof publicFieldSchema>

/** A public view; has nothing that the view does not display. */
export const publicViewSchema = z
  .object({
    id: idSchema,
    publicKey: z.string(),
    type: z.enum(dataViewTypes),
    /** Name of the collection, in the reader's language. */
    title: z.string(),
    language: languageSchema,
    teamName: z.string(),
    brandId: z.number().int(),
    timezone: z.string(),
    /**
     * Only the displayed fields, in their order, with titles in the reader's language; settings are reduced to what is
     * needed.
     */
    fields: z.array(publicFieldSchema),
    displayedFields: z.array(displayedFieldSchema),
    filterFields: z.array(
      z.object({
        columnName: z.string(),
        label: z.string(),
        selectAllText: z.string(),
        /** The choices: items of a list, records of a link, yes and no; `value` is sent back as it is. */
        options: z.array(z.object({ value: z.unknown(), label: z.string() })),
        /** Whether the reader chooses, types, or picks a range. */
        input: z.enum(['choice', 'text', 'number', 'date']),
      }),
    ),
    displayOptions: displayOptionsSchema,
    /** Already scoped: every rule applies below `.muster-view-{id}` only. */
    externalCss: z.string(),
    itemUrl: z.string(),
    /** Column name of the record's own URL, which overrides `itemUrl` if it has a value. */
    itemUrlOverride: z.string().nullable(),
    openItemUrlInNewWindow: z.boolean(),
    missingRecordRedirectUrl: z.string(),
    missingRecordMessage: z.string(),
    includeDatesWithNoEvents: z.boolean(),
    noEventsMessage: z.string(),
    /** The displayed field that names an item; null if the view does not display it. */
    recordNameDataFieldId: idSchema.nullable(),
    /** Column names that the type uses; null if it has none. */
    start: z.string().nullable(),
    end: z.string().nullable(),
    location: z.string().nullable(),
  })
  .meta({ id: 'PublicDataView' })
export type PublicView = z.infer<typeof publicViewSchema>

/** What a reader may ask of a public view: no fields or filters of their own. */
export const publicQueryBody = z.strictObject({
  /**
   * By column name of a filter field: one of its options, or a list of which any may match; a text; for numbers and
   * dates a value or a range `{from, to}`, open if one is missing.
   */
  filters: z.record(z.string().max(63), z.unknown()).default({}),
  search: z.string().max(200).optional(),
  language: languageSchema.optional(),
  cursor: z.string().max(4000).optional(),
  offset: z.number().int().min(0).max(100_000).optional(),
  /** Calendar and map: like `calendarBody` and `mapBody`. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type PublicQuery = z.output<typeof publicQueryBody>

export const publicTimelineBody = publicQueryBody
  .pick({ filters: true, search: true, language: true })
  .extend(timelineWindow)
export type PublicTimelineQuery = z.output<typeof publicTimelineBody>

export const feedSchema = z.object({ createdAt: dateTimeSchema, lastUsedAt: dateTimeSchema.nullable() })
