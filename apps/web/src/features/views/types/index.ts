/** Every kind of view, in the order in which they are offered. A kind that is missing here does not compile. */
import type { DataViewType } from '@muster/contract/views/types/definition'
import type { DisplayOptions, DataView as SavedView } from '@muster/contract/views/views.schema'
import { calendar } from './calendar.ts'
import type { ViewKind, ViewKindDefinition } from './definition.ts'
import { detail } from './detail.ts'
import { form } from './form.ts'
import { gallery } from './gallery.ts'
import { kanban } from './kanban.ts'
import { list } from './list.ts'
import { map } from './map.ts'
import { table } from './table.ts'
import { timeline } from './timeline.ts'

export const viewKinds: Readonly<Record<ViewKind, ViewKindDefinition>> = {
  table,
  list,
  gallery,
  kanban,
  detail,
  calendar,
  map,
  timeline,
  form,
}
export const viewKindNames = Object.keys(viewKinds) as ViewKind[]

export function kindOf({ type, displayOptions }: Pick<SavedView, 'type' | 'displayOptions'>): ViewKind {
  return type === 'list' ? displayOptions.layout : type
}

/** The settings that make a view one of a kind. */
export function ofKind(
  kind: ViewKind,
  options: DisplayOptions,
): { type: DataViewType; displayOptions: DisplayOptions } {
  const { type, layout } = viewKinds[kind]
  return { type, displayOptions: { ...options, layout } }
}
