/** A form that adds records. */
import { lazy } from 'react'
import type { ViewKindDefinition } from './definition.ts'

export const form: ViewKindDefinition = {
  type: 'form',
  layout: 'list',
  glyph: 'form',
  Display: lazy(async () => ({ default: (await import('../displays/form/FormDisplay.tsx')).FormDisplay })),
  hasGlance: false,
  needs: [],
  groups: null,
  prefersPicture: false,
  isGrid: false,
  isOrdered: false,
  hasCount: false,
}
