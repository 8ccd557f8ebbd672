/** Server-sent events of a team: ids only, and only of collections that the caller may see. Who is there, as well. */

import type { ServerResponse } from 'node:http'
import { AppError } from '@muster/contract/errors'
import type { eventsApi, LiveEvent, Place, Presence } from '@muster/contract/events/events.api'
import { accessTo, type CollectionAccess, type Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import type { SessionUser, TeamContext, TeamUser } from '../../platform/http/context.ts'
import { PresenceBoard } from './presence.ts'

/** Proxies cut a connection that is silent for half a minute. */
const heartbeatMs = 25_000
/** How soon streams end after the server has stopped listening, so that it can close. */
const stopCheckMs = 1_000
/** A reader that does not keep up is cut; it comes back and refetches. */
const maxBuffered = 1024 * 1024
const reconnectMs = 2_000
/** Streams of one user that are open at a time in this process; a browser needs one for all of its windows. */
const maxStreamsPerUser = 20

interface OpenStream {
  teamUser: TeamUser
  user: SessionUser
  raw: ServerResponse
}

export function eventsRoutes(deps: Deps): Handlers<typeof eventsApi> {
  const open = new Set<OpenStream>()
  const board = new PresenceBoard(deps.live)
  const end = (isMeant: (stream: OpenStream) => boolean) => {
    for (const stream of open) if (isMeant(stream)) stream.raw.end()
  }
  // Browsers come back by themselves, and are then asked again who they are.
  deps.live.onInvalidation(
    (what) => {
      if ('user' in what) end(({ user }) => user.userId === what.user)
      else if ('team' in what) end(({ teamUser }) => teamUser.teamId === what.team)
      else if ('session' in what) end(({ user }) => user.sessionId === what.session)
    },
    () => end(() => true),
  )
  return {
    async subscribe(_input, context) {
      const own = [...open].filter(({ user }) => user.userId === context.user.userId)
      if (own.length >= maxStreamsPerUser) throw new AppError('rate_limited')
      stream(deps, board, context, open)
      return undefined
    },
    async here({ params, body }, { teamUser }) {
      const { teamId, teamUserId } = teamUser
      const { windowId } = params
      if (body.place === null) {
        await board.leave(teamId, teamUserId, windowId)
        return { people: [] }
      }
      const access = accessTo(await deps.models.get(teamId), teamUser, body.place.dataCollectionId)
      const place = seenBy(body.place, access)
      await board.put(teamId, { ...place, teamUserId, windowId })
      const people = board
        .in(teamId, place.dataCollectionId)
        .map((other) => ({ ...other, ...seenBy(other, access) }))
      return { people }
    },
  }
}

/** A place as far as somebody may know of it: of hidden fields nothing, of records only where he sees all of them. */
function seenBy({ dataCollectionId, dataRecordId, field }: Place, access: CollectionAccess): Place {
  const isRecordSeen = access.visible === 'all'
  const isFieldSeen = isRecordSeen && field !== null && access.fields.get(field)?.read === 'all'
  return {
    dataCollectionId,
    dataRecordId: isRecordSeen ? dataRecordId : null,
    field: isFieldSeen ? field : null,
  }
}

function stream(deps: Deps, board: PresenceBoard, context: TeamContext, open: Set<OpenStream>): void {
  const { teamUser, user, request, reply } = context
  reply.hijack()
  const { raw } = reply
  // What hooks have set so far: security headers.
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': request.id,
    // A connection that outlived its stream would keep a stopping server waiting.
    connection: 'close',
    // Nginx would collect them.
    'x-accel-buffering': 'no',
  })
  raw.write(`retry: ${reconnectMs}\n\n`)

  const self: OpenStream = { teamUser, user, raw }
  open.add(self)
  const unsubscribe = deps.live.subscribe(teamUser.teamId, (event) => {
    void forward(deps, teamUser, event, raw).catch((error: unknown) => {
      request.log.warn({ err: error }, 'live updates: an event was not told')
    })
  })
  const leaveBoard = board.subscribe(teamUser.teamId, (presence, hasLeft) => {
    const { dataCollectionId } = presence
    const event = { kind: 'presence' as const, dataCollectionId, presence, ...(hasLeft && { hasLeft }) }
    void forward(deps, teamUser, event, raw).catch((error: unknown) => {
      request.log.warn({ err: error }, 'live updates: a presence was not told')
    })
  })
  // An event of its own, so that a page can tell a quiet stream from one that died while its machine slept.
  const heartbeat = setInterval(() => raw.write('event: beat\ndata:\n\n'), heartbeatMs)
  const { server } = request.server
  const wasListening = server.listening
  const stopCheck = setInterval(() => {
    if (wasListening && !server.listening) raw.end()
  }, stopCheckMs)
  raw.on('close', () => {
    open.delete(self)
    unsubscribe()
    leaveBoard()
    clearInterval(heartbeat)
    clearInterval(stopCheck)
  })
}

async function forward(deps: Deps, teamUser: TeamUser, event: LiveEvent, raw: ServerResponse): Promise<void> {
  const told = await toldTo(deps, teamUser, event)
  if (!told || raw.writableEnded) return
  if (raw.writableLength > maxBuffered) raw.destroy()
  else raw.write(`data: ${JSON.stringify(told)}\n\n`)
}

/**
 * The event as a person may know of it. Of records in a collection that he cannot see he is told nothing; where he sees
 * some of them, only that some have changed.
 */
async function toldTo(deps: Deps, teamUser: TeamUser, event: LiveEvent): Promise<LiveEvent | null> {
  const { dataCollectionId, presence } = event
  if (dataCollectionId === undefined) return event
  const access = await accessIfAny(deps, teamUser, dataCollectionId)
  if (!access) return null
  if (presence) return { ...event, presence: seen(presence, access) }
  if (event.kind !== 'records' || access.visible === 'all') return event
  return { kind: 'records', dataCollectionId, all: true }
}

const seen = (presence: Presence, access: CollectionAccess): Presence => ({
  ...presence,
  ...seenBy(presence, access),
})

async function accessIfAny(
  deps: Deps,
  teamUser: TeamUser,
  dataCollectionId: number,
): Promise<CollectionAccess | null> {
  try {
    return accessTo(await deps.models.get(teamUser.teamId), teamUser, dataCollectionId)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
