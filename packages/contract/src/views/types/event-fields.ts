/** When records start and end: settings of calendars and timelines. */
import { idSchema } from '../../paging.ts'
import { momentFields } from '../field-kinds.ts'

export const eventFields = {
  settings: {
    eventStartDataFieldId: idSchema.nullable(),
    /** A calendar ignores an end of another type than the start, and the end of years: it shows their first day. */
    eventEndDataFieldId: idSchema.nullable(),
  },
  defaults: { eventStartDataFieldId: null, eventEndDataFieldId: null },
  fieldKinds: { eventStartDataFieldId: momentFields, eventEndDataFieldId: momentFields },
} as const
