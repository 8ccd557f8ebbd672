/** Server-sent events of a team: ids only, and only of collections that the caller may see. */
import type { ServerResponse } from 'node:http'
import { AppError } from '@muster/contract/errors'
import type { eventsApi, LiveEvent } from '@muster/contract/events/events.api'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import type { SessionUser, TeamContext, TeamUser } from '../../platform/http/context.ts'
import { accessTo } from '../records/access.ts'

/** Proxies cut a connection that is silent for half a minute. */
const heartbeatMs = 25_000
/** How soon streams end after the server has stopped listening, so that it can close. */
const stopCheckMs = 1_000
/** A reader that does not keep up is cut; it comes back and refetches. */
const maxBuffered = 1024 * 1024
const reconnectMs = 2_000

interface OpenStream {
  teamUser: TeamUser
  user: SessionUser
  raw: ServerResponse
}

export function eventsRoutes(deps: Deps): Handlers<typeof eventsApi> {
  const open = new Set<OpenStream>()
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
      stream(deps, context, open)
      return undefined
    },
  }
}

function stream(deps: Deps, context: TeamContext, open: Set<OpenStream>): void {
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
  const heartbeat = setInterval(() => raw.write(':\n\n'), heartbeatMs)
  const { server } = request.server
  const wasListening = server.listening
  const stopCheck = setInterval(() => {
    if (wasListening && !server.listening) raw.end()
  }, stopCheckMs)
  raw.on('close', () => {
    open.delete(self)
    unsubscribe()
    clearInterval(heartbeat)
    clearInterval(stopCheck)
  })
}

async function forward(deps: Deps, teamUser: TeamUser, event: LiveEvent, raw: ServerResponse): Promise<void> {
  if (!(await isTold(deps, teamUser, event)) || raw.writableEnded) return
  if (raw.writableLength > maxBuffered) raw.destroy()
  else raw.write(`data: ${JSON.stringify(event)}\n\n`)
}

/** Of records in a collection that he cannot see a person is told nothing. */
async function isTold(deps: Deps, teamUser: TeamUser, { dataCollectionId }: LiveEvent): Promise<boolean> {
  if (dataCollectionId === undefined) return true
  try {
    accessTo(await deps.models.get(teamUser.teamId), teamUser, dataCollectionId)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
