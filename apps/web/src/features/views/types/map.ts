/** Records as points on a map. */
import { lazy } from 'react'
import type { ViewKindDefinition } from './definition.ts'

export const map: ViewKindDefinition = {
  type: 'map',
  layout: 'list',
  glyph: 'map',
  Display: lazy(async () => ({ default: (await import('../displays/map/MapDisplay.tsx')).MapDisplay })),
  hasGlance: true,
  needs: ['mapLocationDataFieldId'],
  groups: null,
  prefersPicture: false,
  isGrid: false,
  isOrdered: false,
  hasCount: true,
}
