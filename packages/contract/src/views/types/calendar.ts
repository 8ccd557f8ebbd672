/** Records as events in a calendar. */
import { z } from 'zod'
import { idSchema, translationsSchema } from '../../paging.ts'
import { viewType } from './definition.ts'
import { eventFields } from './event-fields.ts'

export const calendarModes = ['month', 'week', 'day', 'list'] as const

/** Days that a calendar marks in addition to its events: holidays, menus, duty (spec section 3, calendar date info). */
export const calendarDateInfoSchema = z.strictObject({
  dataCollectionId: idSchema,
  /** A date, date_time or date_range field of that collection. */
  dateDataFieldId: idSchema,
  imageDataFieldId: idSchema.nullable().default(null),
  /** If false, the marks stay as they were when the calendar was opened. */
  autoUpdate: z.boolean().default(true),
})
export type CalendarDateInfo = z.output<typeof calendarDateInfoSchema>

export const calendar = viewType({
  settings: {
    ...eventFields.settings,
    allDayDataFieldId: idSchema.nullable(),
    onlyShowOnStartDateDataFieldId: idSchema.nullable(),
    includeDatesWithNoEvents: z.boolean(),
    noEventsMessage: z.string().max(500),
    noEventsMessageTranslations: translationsSchema,
    calendarDateInfo: z.array(calendarDateInfoSchema).max(10),
  },
  defaults: {
    ...eventFields.defaults,
    allDayDataFieldId: null,
    onlyShowOnStartDateDataFieldId: null,
    includeDatesWithNoEvents: false,
    noEventsMessage: '',
    noEventsMessageTranslations: {},
    calendarDateInfo: [],
  },
  options: {
    /** The mode that it opens in. */
    calendarMode: z.enum(calendarModes).default('month'),
    /** Events recur every year, like birthdays. */
    isYearly: z.boolean().default(false),
  },
  fieldKinds: {
    ...eventFields.fieldKinds,
    allDayDataFieldId: ['boolean'],
    onlyShowOnStartDateDataFieldId: ['boolean'],
  },
  neededField: 'eventStartDataFieldId',
  reads: 'events',
  hasGroups: false,
})
