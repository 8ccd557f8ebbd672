/** Records along a time axis. */
import { viewType } from './definition.ts'
import { eventFields } from './event-fields.ts'

export const timeline = viewType({
  ...eventFields,
  options: {},
  neededField: 'eventStartDataFieldId',
  reads: 'spans',
  // Its lanes, by `groupDataFieldId`, are no groups of rows.
  hasGroups: false,
})
