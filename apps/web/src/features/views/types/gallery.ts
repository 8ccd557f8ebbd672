/** Records as cards with pictures. */
import { lazy } from 'react'
import type { ViewKindDefinition } from './definition.ts'

export const gallery: ViewKindDefinition = {
  type: 'list',
  layout: 'gallery',
  glyph: 'gallery',
  Display: lazy(async () => ({
    default: (await import('../displays/gallery/GalleryDisplay.tsx')).GalleryDisplay,
  })),
  hasGlance: false,
  needs: [],
  groups: null,
  prefersPicture: true,
  isGrid: false,
  isOrdered: true,
  hasCount: true,
}
