/**
 * Handles the body of a request that was rejected before its body was read. Most clients, including browsers,
 * read the response only after they have sent everything; if the connection were closed at once, they would
 * lose it. Therefore Node discards the rest without parsing it, and the connection is closed only if that
 * takes too long.
 */
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The default of nginx's `lingering_time`. */
const defaultLingerMs = 30_000

export function installUnreadBody(app: FastifyInstance, lingerMs = defaultLingerMs): void {
  app.addHook('onResponse', async (request) => {
    const { raw } = request
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
    // Requests that tests inject have no connection.
    if (!hasBody || raw.complete || raw.destroyed || !(raw.socket instanceof Socket)) return
    // An upload that is rejected while it arrives is not cut off: its sender gets the response at the end.
    if (request.admitted && request.routeOptions.config.endpoint?.kind === 'upload') return
    const timer = setTimeout(() => raw.socket.destroy(), lingerMs).unref()
    raw.once('close', () => clearTimeout(timer))
    raw.resume()
  })
}
