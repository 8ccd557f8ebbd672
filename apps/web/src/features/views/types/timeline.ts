/** Records along a time axis. */
import { lazy } from 'react'
import type { ViewKindDefinition } from './definition.ts'

export const timeline: ViewKindDefinition = {
  type: 'timeline',
  layout: 'list',
  glyph: 'timeline',
  Display: lazy(async () => ({
    default: (await import('../displays/timeline/TimelineDisplay.tsx')).TimelineDisplay,
  })),
  hasGlance: true,
  needs: ['eventStartDataFieldId', 'eventEndDataFieldId'],
  groups: 'lanes',
  prefersPicture: false,
  isGrid: false,
  isOrdered: false,
  hasCount: true,
}
