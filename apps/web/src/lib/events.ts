/** Live updates: the server names what changed, and what is shown of it is refetched. */
import type { LiveEvent } from '@muster/contract/events/events.api'
import { everythingChanged } from '@muster/contract/events/position'
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, api, call, firstPosition, urlOf } from './api.ts'
import { shareStream } from './shared-stream.ts'
import { isOfTeam, isStale } from './stale.ts'

/** Events that arrive in a burst (an import, a paste) within this time cause one refetch. */
const gatherMs = 250

type Handler = (events: readonly LiveEvent[]) => void
const handlers = new Set<Handler>()

/** Subscribes to the team's live events (batched), e.g. to patch rows of a grid. @returns the unsubscribe function */
export function onLiveEvents(handler: Handler): () => void {
  handlers.add(handler)
  return () => handlers.delete(handler)
}

/**
 * Follows the events of a team while mounted; the shell does it once for the selected team. Tabs in which the same
 * person has the team open share one connection.
 */
export function useTeamEvents(teamId: number | null, userId: string | null): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (teamId === null || userId === null || typeof EventSource === 'undefined') return
    const notify = (received: readonly LiveEvent[]) => {
      const events = received.some(changesOwnAccess) ? [...received, ...everythingChanged] : received
      for (const handler of handlers) handler(events)
      void refreshTouched(queryClient, teamId, events)
    }
    const gathered = gather(notify)
    const stream = shareStream({
      name: `muster events ${teamId} ${userId}`,
      // Changes between the first answer and the opening of the stream come with it.
      open: () =>
        new EventSource(
          urlOf(api.events.subscribe, { params: { teamId }, query: { since: firstPosition(teamId) } }),
        ),
      onEvent: gathered.add,
      onMissed: () => gathered.add(...everythingChanged),
      // Without a session the answer leads to sign-in. Nobody who was deactivated, or whose team was closed, finds it;
      // otherwise the server is only temporarily unavailable.
      onRefused: () =>
        void call(api.teams.get, { params: { teamId } }).catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 'not_found')
            gathered.add({ kind: 'permissions', isOwn: true })
        }),
    })
    return () => {
      gathered.stop()
      stream.close()
    }
  }, [teamId, userId, queryClient])
}

/** The first event is passed on at once, those within the window as one batch. */
function gather(notify: (events: readonly LiveEvent[]) => void) {
  let waiting: LiveEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let flushedAt = 0
  const flush = () => {
    const events = waiting
    waiting = []
    timer = undefined
    flushedAt = Date.now()
    notify(events)
  }
  return {
    add(...events: readonly LiveEvent[]) {
      waiting.push(...events)
      timer ??= setTimeout(flush, Math.max(0, flushedAt + gatherMs - Date.now()))
    },
    stop: () => clearTimeout(timer),
  }
}

/** After a change of the reader's own permissions, everything of the team may look different. */
const changesOwnAccess = ({ kind, isOwn }: LiveEvent): boolean => kind === 'permissions' && isOwn === true

/** Whether a cached answer may show something that the events name. */
function isTouched(queryKey: QueryKey, teamId: number, events: readonly LiveEvent[]): boolean {
  if (events.some(changesOwnAccess) && isOfTeam(queryKey, teamId)) return true
  return events.some(({ kind, all, recordIds }) =>
    isStale(queryKey, { subjects: [kind], teamId, recordIds: all ? undefined : recordIds }),
  )
}

/** Invalidates what the events name, and refetches what of it is on screen. */
export function refreshTouched(
  queryClient: QueryClient,
  teamId: number,
  events: readonly LiveEvent[],
): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => isTouched(queryKey, teamId, events) })
}
