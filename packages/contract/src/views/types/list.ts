/** Records below each other, as cards with pictures, or as a board. */
import { z } from 'zod'
import { viewType } from './definition.ts'

/** Layouts of a list view. */
export const listLayouts = ['list', 'gallery', 'kanban'] as const
export type ListLayout = (typeof listLayouts)[number]

export const list = viewType({
  settings: {},
  defaults: {},
  options: { layout: z.enum(listLayouts).default('list') },
  fieldKinds: {},
  neededField: null,
  reads: 'pages',
  hasGroups: false,
})
