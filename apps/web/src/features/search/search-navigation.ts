/**
 * Going through search results: a record's address contains the search (`?find=…`), so that it survives
 * a reload and can be shared; everybody goes through the records that they may see.
 */
import { api, useApi } from '../../lib/api.ts'

/** The maximum that the search itself shows. */
const most = 200
const longest = 200

/** The search in a page's search parameters; null where the record was not found by a search. */
export function findIn(search: Readonly<Record<string, unknown>>): string | null {
  const { find } = search
  if (typeof find !== 'string' && typeof find !== 'number') return null
  const text = String(find).trim().slice(0, longest)
  return text === '' ? null : text
}

interface Neighbours {
  previous: number | null
  next: number | null
}

/** The neighbours of a record; undefined while unknown. */
export function useFound(teamId: number, find: string | null, recordId: number): Neighbours | undefined {
  const { data } = useApi(
    api.search.all,
    { params: { teamId }, query: { q: find ?? '', limit: most } },
    { enabled: find !== null, staleTime: 60_000 },
  )
  return data && neighboursOf(data.items, recordId)
}

/** In the order that the search shows: by collection, the collection of the best match first. */
export function neighboursOf(
  items: readonly { id: number; dataCollectionId: number }[],
  recordId: number,
): Neighbours {
  const groups = new Map<number, number[]>()
  for (const { id, dataCollectionId } of items) {
    groups.set(dataCollectionId, [...(groups.get(dataCollectionId) ?? []), id])
  }
  const ids = [...groups.values()].flat()
  const at = ids.indexOf(recordId)
  if (at < 0) return { previous: null, next: null }
  return { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null }
}
