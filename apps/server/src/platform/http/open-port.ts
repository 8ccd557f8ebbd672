/** Opens the port before anything else starts, so that a port in use is reported at once. */
import { once } from 'node:events'
import http from 'node:http'
import type { FastifyInstance, FastifyServerFactory } from 'fastify'
import { errorTitle } from '../texts.ts'
import { html, page } from './html.ts'
import { languageOf } from './language.ts'

export interface OpenPort {
  /** For Fastify, whose instance uses this server instead of creating one. */
  serverFactory: FastifyServerFactory
  /** From now on the instance handles the requests. */
  serve(app: FastifyInstance): Promise<void>
  /**
   * Answers every new request with 503 again, until the next `serve`. Resolves when those that the instance has got have
   * ended; after `limitMs` their connections are closed.
   */
  pause(limitMs: number): Promise<void>
  /** Stops accepting connections, and resolves when the open ones have ended. */
  close(): Promise<void>
  /** Closes the open connections. */
  closeConnections(): void
}

/** In seconds. */
const retryAfter = 2

/** Until `serve`, every request is answered with 503; browsers show a page that reloads itself. */
export async function openPort(port: number, host: string): Promise<OpenPort> {
  let handle: http.RequestListener = respondNotReady
  let handleByApp: http.RequestListener | undefined
  // Counted, not kept: tables that a growing and shrinking set has outgrown would keep responses in memory; see `heap.ts`.
  let underWay = 0
  let onEnd = (): void => {}
  const server = http.createServer((request, response) => {
    if (handle === handleByApp) {
      underWay++
      response.once('close', () => {
        underWay--
        if (underWay === 0) onEnd()
      })
    }
    handle(request, response)
  })
  server.listen({ port, host })
  await once(server, 'listening')
  return {
    serverFactory(handler, { keepAliveTimeout, requestTimeout, connectionTimeout }) {
      handleByApp = handler
      server.keepAliveTimeout = Number(keepAliveTimeout)
      server.requestTimeout = Number(requestTimeout)
      server.setTimeout(Number(connectionTimeout))
      return server
    },
    async serve(app) {
      await app.ready()
      if (handleByApp) handle = handleByApp
    },
    async pause(limitMs) {
      handle = respondNotReady
      const ended = new Promise<void>((resolve) => {
        if (underWay === 0) resolve()
        else onEnd = resolve
      })
      const timer = setTimeout(() => server.closeAllConnections(), limitMs)
      await ended
      clearTimeout(timer)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
    closeConnections: () => server.closeAllConnections(),
  }
}

function respondNotReady(request: http.IncomingMessage, response: http.ServerResponse): void {
  const language = languageOf(request)
  const title = errorTitle('not_ready', language)
  response.setHeader('cache-control', 'no-store')
  if (request.url === '/healthz') {
    response.setHeader('content-type', 'application/json').end('{"status":"ok"}')
    return
  }
  response.statusCode = 503
  response.setHeader('retry-after', retryAfter)
  if (request.url === '/readyz') {
    response.setHeader('content-type', 'application/json').end('{"status":"starting"}')
  } else if (request.headers.accept?.includes('text/html')) {
    const body = page('Muster', html`<p>${title}</p>`, { language, reloadAfter: retryAfter })
    response.setHeader('content-type', 'text/html; charset=utf-8').end(body)
  } else {
    response.setHeader('content-type', 'application/problem+json; charset=utf-8')
    response.end(
      JSON.stringify({ type: 'urn:muster:error:not_ready', title, status: 503, code: 'not_ready' }),
    )
  }
}
