/** One record with its fields in blocks. */
import { lazy } from 'react'
import type { ViewKindDefinition } from './definition.ts'

export const detail: ViewKindDefinition = {
  type: 'detail',
  layout: 'list',
  glyph: 'template',
  Display: lazy(async () => ({
    default: (await import('../displays/detail/DetailDisplay.tsx')).DetailDisplay,
  })),
  hasGlance: false,
  needs: [],
  groups: null,
  prefersPicture: false,
  isGrid: false,
  isOrdered: true,
  hasCount: false,
}
