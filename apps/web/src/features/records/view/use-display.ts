/** What a display other than the grid shows and where it reads from, with the reader's changes on top. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter } from '@muster/contract/filters/ast'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { currentLanguage } from '../../../lib/i18n.ts'
import { currentZone, useZoneChange } from '../../../lib/zone.ts'
import { type Display, displayOf, teamSource, type ViewSource } from '../../views/public.ts'
import { displayedOf } from '../data/view-state.ts'
import { type RecordsView, writeView } from '../url-state.ts'
import type { OpenView } from './use-open-view.ts'

export function useDisplay(
  teamId: number,
  collection: DataCollection,
  fields: readonly DataField[],
  { view, state, changes, visible }: OpenView,
  address: RecordsView,
  filter: Filter | null,
  /** The grid reads its records itself. */
  isGrid: boolean,
): { display: Display; source: ViewSource } | null {
  const router = useRouter()
  const zoneChange = useZoneChange()
  const language = currentLanguage()
  const settings = useMemo(
    () =>
      view &&
      !isGrid && {
        ...view,
        sort: state.sort,
        ...(changes.columns ? { displayedFields: displayedOf(visible, fields, view.displayedFields) } : {}),
      },
    [view, isGrid, state.sort, changes.columns, visible, fields],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `currentZone` gives another one with each change
  const display = useMemo(
    () => (settings ? displayOf(settings, fields, { language, timeZone: currentZone() }) : null),
    [settings, fields, language, zoneChange],
  )
  const listed = JSON.stringify(writeView({ ...address, recordId: null, isNew: false }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: filter by its content; `where` implies the source
  const source = useMemo(() => {
    if (!settings || !display || !view) return null
    const base = `/team-${teamId}/data-collections/${collection.id}/records`
    return teamSource({
      teamId,
      dataCollectionId: collection.id,
      dataViewId: view.id,
      view: settings,
      display,
      fields,
      filter,
      search: address.search,
      isDeferring: !view.autoUpdate,
      recordUrl: ({ id }) =>
        base + (router.options.stringifySearch?.({ ...JSON.parse(listed), record: id }) ?? ''),
    })
  }, [teamId, collection.id, view, settings, display, fields, JSON.stringify(filter), address.search, listed])
  return display && source ? { display, source } : null
}
