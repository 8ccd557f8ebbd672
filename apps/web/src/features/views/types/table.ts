/** Records as rows, the displayed fields as columns; inside the app the grid. */
import { lazy } from 'react'
import type { ViewKindDefinition } from './definition.ts'

export const table: ViewKindDefinition = {
  type: 'table',
  layout: 'list',
  glyph: 'table',
  Display: lazy(async () => ({ default: (await import('../displays/table/TableDisplay.tsx')).TableDisplay })),
  hasGlance: false,
  needs: [],
  groups: 'rows',
  prefersPicture: false,
  isGrid: true,
  isOrdered: true,
  hasCount: true,
}
