/** Records as events on days. */
import { lazy } from 'react'
import type { ViewKindDefinition } from './definition.ts'

export const calendar: ViewKindDefinition = {
  type: 'calendar',
  layout: 'list',
  glyph: 'calendar',
  Display: lazy(async () => ({
    default: (await import('../displays/calendar/CalendarDisplay.tsx')).CalendarDisplay,
  })),
  hasGlance: true,
  needs: ['eventStartDataFieldId', 'eventEndDataFieldId'],
  groups: null,
  prefersPicture: false,
  isGrid: false,
  isOrdered: false,
  hasCount: true,
  hasFeed: true,
}
