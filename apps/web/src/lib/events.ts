/** Live updates: the server names what changed, and whatever is shown of it is fetched again. */
import type { LiveEvent } from '@muster/contract/events/events.api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, urlOf } from './api.ts'

/** Events that come in a burst (an import, a paste) cause one round of fetching. */
const gatherMs = 150

type Handler = (events: readonly LiveEvent[]) => void
const handlers = new Set<Handler>()

/** Hear the team's live events (already gathered), e.g. to patch rows of a grid. Returns how to stop. */
export function onLiveEvents(handler: Handler): () => void {
  handlers.add(handler)
  return () => handlers.delete(handler)
}

/** Follows the events of a team while mounted; the shell does it once for the selected team. */
export function useTeamEvents(teamId: number | null): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (teamId === null || typeof EventSource === 'undefined') return
    const source = new EventSource(urlOf(api.events.subscribe, { params: { teamId } }))
    let waiting: LiveEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      const events = waiting
      waiting = []
      timer = undefined
      for (const handler of handlers) handler(events)
      void queryClient.invalidateQueries({ predicate: (query) => isTouched(query.queryKey, teamId, events) })
    }
    source.onmessage = (message) => {
      try {
        waiting.push(JSON.parse(message.data) as LiveEvent)
      } catch {
        return
      }
      timer ??= setTimeout(flush, gatherMs)
    }
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [teamId, queryClient])
}

/** Whether a cached answer may show something the events name. Exported for its test. */
export function isTouched(
  queryKey: readonly unknown[],
  teamId: number,
  events: readonly LiveEvent[],
): boolean {
  const [name, parts] = queryKey
  if (typeof name !== 'string') return false
  // A key of a feature's own may go on with anything.
  const params = typeof parts === 'object' && parts !== null ? (parts as Record<string, unknown>) : undefined
  const ofTeam = params && 'teamId' in params
  if (ofTeam && Number(params.teamId) !== teamId) return false
  return events.some((event): boolean => {
    switch (event.kind) {
      case 'imports':
        return name.includes('/imports')
      case 'permissions':
        return false // the session store reloads, and with it everything
      case 'collections':
        return (
          /\/dataCollections(\/:dataCollectionId(\/dataFields)?)?$/.test(name) ||
          name.endsWith('/dataObjectTestings')
        )
      case 'records':
        return touchesRecords(name, params, event)
      default:
        return false // a kind that a newer server knows
    }
  })
}

function touchesRecords(
  name: string,
  params: Record<string, unknown> | undefined,
  event: LiveEvent,
): boolean {
  if (/\/(recentChanges|operations|search|statCards|bookmarks)$/.test(name)) return true
  if (/\/dataRecords\/:dataRecordId/.test(name)) {
    const isListed = event.recordIds?.includes(Number(params?.dataRecordId)) ?? false
    return event.all === true || event.recordIds === undefined || isListed
  }
  // Collections of a tree share records, so lists of other collections may have changed as well.
  return name.includes('/dataRecords') || /\/dataCollections$/.test(name)
}
