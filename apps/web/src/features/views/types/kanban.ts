/** A board. In the app, `displays/kanban` draws it with a `BoardSource`; public pages show a list. */
import { lazy } from 'react'
import type { ViewKindDefinition } from './definition.ts'

export const kanban: ViewKindDefinition = {
  type: 'list',
  layout: 'kanban',
  glyph: 'board',
  Display: lazy(async () => ({ default: (await import('../displays/list/ListDisplay.tsx')).ListDisplay })),
  hasGlance: false,
  needs: ['groupDataFieldId'],
  groups: 'columns',
  prefersPicture: false,
  isGrid: false,
  isOrdered: true,
  hasCount: true,
}
