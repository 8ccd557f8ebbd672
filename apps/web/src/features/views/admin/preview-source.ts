/** What an unsaved view would show, inside the app or in public. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Condition, Filter } from '@muster/contract/filters/ast'
import type { DataView as SavedView } from '@muster/contract/views/views.schema'
import type { ViewSettings } from '../display-of.ts'
import type { Display, ViewSource } from '../source.ts'
import { teamSource } from '../team-source.ts'

export type Look = 'internal' | 'external'

export function sourceOfDraft({
  teamId,
  view,
  draft,
  display,
  fields,
  chosen,
  search,
  look,
}: {
  teamId: number
  view: SavedView
  draft: ViewSettings
  display: Display
  fields: readonly DataField[]
  /** Choices in filter fields. */
  chosen: readonly Condition[]
  search: string
  look: Look
}): ViewSource {
  const source = teamSource({
    teamId,
    dataCollectionId: view.dataCollectionId,
    dataViewId: view.id,
    view: draft,
    // Visitors get no colours of rows.
    display: look === 'internal' ? display : { ...display, options: { ...display.options, rowColors: [] } },
    fields,
    filter: filterOf(draft, chosen),
    search,
    recordUrl:
      look === 'internal'
        ? ({ id }) => `/team-${teamId}/data-records/${id}`
        : ({ id, values }) => publicUrl(draft, fields, id, values ?? {}),
  })
  if (look === 'internal' || draft.displayOptions.showCount) return source
  return {
    ...source,
    key: [...source.key, 'uncounted'],
    query: (request, signal) => source.query({ ...request, count: 'none' }, signal),
  }
}

/** The view's own filter together with the choices in its filter fields. */
export function filterOf(draft: ViewSettings, chosen: readonly Condition[]): Filter | null {
  const [first, ...others] = [...(draft.filter ? [draft.filter] : []), ...chosen]
  return first && others.length > 0 ? { and: [first, ...others] } : (first ?? null)
}

/** Null where an item links to its details on the public page, which a preview does not have. */
function publicUrl(
  draft: ViewSettings,
  fields: readonly DataField[],
  id: number,
  values: Record<string, unknown>,
): string | null {
  const column = fields.find((field) => field.id === draft.itemUrlOverrideDataFieldId)?.columnName
  const own = column ? values[column] : null
  if (typeof own === 'string' && own !== '') return own
  return draft.itemUrl ? draft.itemUrl.replaceAll('{id}', String(id)) : null
}
