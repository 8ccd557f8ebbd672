/** Live updates: the server names what changed, and whatever is shown of it is fetched again. */
import type { LiveEvent } from '@muster/contract/events/events.api'
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, call, urlOf } from './api.ts'
import { shareStream } from './shared-stream.ts'
import { isStale } from './stale.ts'

/** Events that come in a burst (an import, a paste) cause one round of fetching in this time. */
const gatherMs = 250

type Handler = (events: readonly LiveEvent[]) => void
const handlers = new Set<Handler>()

/** Hear the team's live events (already gathered), e.g. to patch rows of a grid. Returns how to stop. */
export function onLiveEvents(handler: Handler): () => void {
  handlers.add(handler)
  return () => handlers.delete(handler)
}

/**
 * Follows the events of a team while mounted; the shell does it once for the selected team. The tabs in which the same
 * person has the team open share one connection.
 */
export function useTeamEvents(teamId: number | null, userId: string | null): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (teamId === null || userId === null || typeof EventSource === 'undefined') return
    const tell = (events: readonly LiveEvent[]) => {
      for (const handler of handlers) handler(events)
      void refreshTouched(queryClient, teamId, events)
    }
    const gathered = gather(tell)
    const stream = shareStream({
      name: `muster events ${teamId} ${userId}`,
      open: () => new EventSource(urlOf(api.events.subscribe, { params: { teamId } })),
      onEvent: gathered.add,
      onMissed: () => gathered.add(...missed),
      // Whoever is not signed in any more is led out by the answer; else the server is only away for a while.
      onRefused: () => void call(api.teams.get, { params: { teamId } }).catch(() => {}),
    })
    return () => {
      gathered.stop()
      stream.close()
    }
  }, [teamId, userId, queryClient])
}

/** What may have happened while nobody listened. */
const missed: readonly LiveEvent[] = [
  { kind: 'collections' },
  { kind: 'records', all: true },
  { kind: 'imports' },
  { kind: 'exports' },
  { kind: 'duplicates' },
]

/** The first event is told at once, those that follow closely all together. */
function gather(tell: (events: readonly LiveEvent[]) => void) {
  let waiting: LiveEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let flushedAt = 0
  const flush = () => {
    const events = waiting
    waiting = []
    timer = undefined
    flushedAt = Date.now()
    tell(events)
  }
  return {
    add(...events: readonly LiveEvent[]) {
      waiting.push(...events)
      timer ??= setTimeout(flush, Math.max(0, flushedAt + gatherMs - Date.now()))
    },
    stop: () => clearTimeout(timer),
  }
}

/** Whether a cached answer may show something the events name. */
function isTouched(queryKey: QueryKey, teamId: number, events: readonly LiveEvent[]): boolean {
  return events.some(({ kind, all, recordIds }) =>
    isStale(queryKey, { subjects: [kind], teamId, recordIds: all ? undefined : recordIds }),
  )
}

/** Makes stale what the events name, and fetches again what of it is on screen. */
export function refreshTouched(
  queryClient: QueryClient,
  teamId: number,
  events: readonly LiveEvent[],
): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => isTouched(queryKey, teamId, events) })
}
