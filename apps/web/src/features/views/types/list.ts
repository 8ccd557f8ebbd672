/** Records below each other. */
import { lazy } from 'react'
import type { ViewKindDefinition } from './definition.ts'

export const list: ViewKindDefinition = {
  type: 'list',
  layout: 'list',
  glyph: 'list',
  Display: lazy(async () => ({ default: (await import('../displays/list/ListDisplay.tsx')).ListDisplay })),
  hasGlance: false,
  needs: [],
  groups: null,
  prefersPicture: false,
  isGrid: false,
  isOrdered: true,
  hasCount: true,
}
