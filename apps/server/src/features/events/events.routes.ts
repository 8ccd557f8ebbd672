/** Server-sent events of a team: ids only, of collections that the caller may see. Also presence. */

import type { ServerResponse } from 'node:http'
import { AppError } from '@muster/contract/errors'
import type { eventsApi, LiveEvent, Place, Presence } from '@muster/contract/events/events.api'
import { everythingChanged } from '@muster/contract/events/position'
import { accessTo, type CollectionAccess, type Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import type { SessionUser, TeamContext, TeamUser } from '../../platform/http/context.ts'
import type { TeamEvent } from '../../platform/live.ts'
import { PresenceBoard } from './presence.ts'

/** Proxies close a connection that is silent for half a minute. */
const heartbeatMs = 25_000
/** How often streams check whether the server has stopped listening, so that it can close, or their token expired. */
const stopCheckMs = 1_000
/** A reader that falls further behind is disconnected; it reconnects and refetches. */
const maxBuffered = 1024 * 1024
const reconnectMs = 2_000
/** Open streams per user in this process; a browser needs one for all of its windows. */
const maxStreamsPerUser = 20

interface OpenStream {
  teamUser: TeamUser
  user: SessionUser
  raw: ServerResponse
}

export function eventsRoutes(deps: Deps): Handlers<typeof eventsApi> {
  const open = new Set<OpenStream>()
  const board = new PresenceBoard(deps.live)
  const end = (matches: (stream: OpenStream) => boolean) => {
    for (const stream of open) if (matches(stream)) stream.raw.end()
  }
  // Browsers reconnect automatically, and are then authenticated again.
  deps.live.onInvalidation(
    (what) => {
      if ('user' in what) end(({ user }) => user.userId === what.user)
      else if ('team' in what) end(({ teamUser }) => teamUser.teamId === what.team)
      else if ('session' in what) end(({ user }) => user.sessionId === what.session)
    },
    () => end(() => true),
  )
  return {
    async subscribe({ query }, context) {
      const own = [...open].filter(({ user }) => user.userId === context.user.userId)
      if (own.length >= maxStreamsPerUser) throw new AppError('rate_limited')
      stream(deps, board, context, { open, since: query.since })
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
      const place = visiblePlace(body.place, access)
      await board.put(teamId, { ...place, teamUserId, windowId })
      const people = board
        .in(teamId, place.dataCollectionId)
        .map((other) => ({ ...other, ...visiblePlace(other, access) }))
      return { people }
    },
  }
}

/** The visible part of a place: no hidden fields, and records only for users who may see all of them. */
function visiblePlace({ dataCollectionId, dataRecordId, field }: Place, access: CollectionAccess): Place {
  const isRecordSeen = access.visible === 'all'
  const isFieldSeen = isRecordSeen && field !== null && access.fields.get(field)?.read === 'all'
  return {
    dataCollectionId,
    dataRecordId: isRecordSeen ? dataRecordId : null,
    field: isFieldSeen ? field : null,
  }
}

function stream(
  deps: Deps,
  board: PresenceBoard,
  context: TeamContext,
  { open, since }: { open: Set<OpenStream>; since: string | undefined },
): void {
  const { teamUser, user, request, reply } = context
  reply.hijack()
  const { raw } = reply
  // Headers set by hooks: security headers.
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': request.id,
    // A connection that outlived its stream would delay the server's shutdown.
    connection: 'close',
    // Otherwise Nginx buffers the events.
    'x-accel-buffering': 'no',
  })
  raw.write(`retry: ${reconnectMs}\n\n`)

  const self: OpenStream = { teamUser, user, raw }
  open.add(self)
  const send = (event: TeamEvent) => {
    void forward(deps, teamUser, event, raw).catch((error: unknown) => {
      request.log.warn({ err: error }, 'live updates: an event was not sent')
    })
  }
  const unsubscribe = deps.live.subscribe(teamUser.teamId, send)
  if (since !== undefined) {
    for (const event of deps.live.eventsAfter(since, teamUser.teamId) ?? everythingChanged) send(event)
  }
  const leaveBoard = board.subscribe(teamUser.teamId, (presence, hasLeft) => {
    const { dataCollectionId } = presence
    const event = { kind: 'presence' as const, dataCollectionId, presence, ...(hasLeft && { hasLeft }) }
    send(event)
  })
  // A separate event, so that a page can distinguish a quiet stream from one that died during sleep.
  const heartbeat = setInterval(() => raw.write('event: beat\ndata:\n\n'), heartbeatMs)
  const { server } = request.server
  const wasListening = server.listening
  const stopCheck = setInterval(() => {
    const expiresAt = user.token?.expiresAt ?? null
    const isExpired = expiresAt !== null && expiresAt <= Date.now()
    if (isExpired || (wasListening && !server.listening)) raw.end()
  }, stopCheckMs)
  raw.on('close', () => {
    open.delete(self)
    unsubscribe()
    leaveBoard()
    clearInterval(heartbeat)
    clearInterval(stopCheck)
  })
}

async function forward(deps: Deps, teamUser: TeamUser, event: TeamEvent, raw: ServerResponse): Promise<void> {
  const visible = await visibleEvent(deps, teamUser, event)
  if (!visible || raw.writableEnded) return
  if (raw.writableLength > maxBuffered) raw.destroy()
  else raw.write(`data: ${JSON.stringify(visible)}\n\n`)
}

/**
 * The event as the user may see it: nothing about collections they may not see; where they may see only some
 * records, only that some have changed.
 */
async function visibleEvent(deps: Deps, teamUser: TeamUser, sent: TeamEvent): Promise<LiveEvent | null> {
  const { of, ...event } = sent
  if (event.kind === 'permissions') return { ...event, isOwn: of === undefined || isOf(teamUser, of) }
  const { dataCollectionId, presence } = event
  if (dataCollectionId === undefined) return event
  const access = await accessIfAny(deps, teamUser, dataCollectionId)
  if (!access) return null
  if (presence) return { ...event, presence: visiblePresence(presence, access) }
  if (event.kind !== 'records' || access.visible === 'all') return event
  return { kind: 'records', dataCollectionId, all: true }
}

function isOf(teamUser: TeamUser, of: NonNullable<TeamEvent['of']>): boolean {
  if ('teamUserIds' in of) return of.teamUserIds.includes(teamUser.teamUserId)
  return teamUser.userRoleIds.includes(of.userRoleId)
}

const visiblePresence = (presence: Presence, access: CollectionAccess): Presence => ({
  ...presence,
  ...visiblePlace(presence, access),
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
