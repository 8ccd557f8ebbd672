/** The seven ways to look that a person chooses from: a type of view, and for lists how they are laid out. */
import type {
  DataViewType,
  DisplayOptions,
  ListLayout,
  DataView as SavedView,
} from '@muster/contract/views/views.schema'
import type { GlyphName } from '../../../ui/Glyph.tsx'

export const viewKinds = ['table', 'list', 'gallery', 'kanban', 'detail', 'calendar', 'map'] as const
export type ViewKind = (typeof viewKinds)[number]

export const kindGlyphs: Record<ViewKind, GlyphName> = {
  table: 'table',
  list: 'list',
  gallery: 'gallery',
  kanban: 'board',
  detail: 'template',
  calendar: 'calendar',
  map: 'map',
}

export function kindOf({ type, displayOptions }: Pick<SavedView, 'type' | 'displayOptions'>): ViewKind {
  return type === 'list' ? displayOptions.layout : type
}

const layouts: Partial<Record<ViewKind, ListLayout>> = { list: 'list', gallery: 'gallery', kanban: 'kanban' }

/** The settings that make a view one of a kind. */
export function ofKind(
  kind: ViewKind,
  options: DisplayOptions,
): { type: DataViewType; displayOptions: DisplayOptions } {
  const layout = layouts[kind]
  return {
    type: layout ? 'list' : (kind as DataViewType),
    displayOptions: { ...options, layout: layout ?? 'list' },
  }
}
