/**
 * Handles the body of a request that was refused before reading it. Most clients, browsers among them, read
 * the answer only after they have sent everything, and closing the connection at once would take the answer from them.
 * So Node discards the rest, without parsing it, and the connection is cut only when that takes too long.
 */
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** What nginx allows, too (`lingering_time`). */
const defaultLingerMs = 30_000

export function installUnreadBody(app: FastifyInstance, lingerMs = defaultLingerMs): void {
  app.addHook('onResponse', async (request) => {
    const { raw } = request
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
    // A request that a test injects has no connection.
    if (!hasBody || raw.complete || raw.destroyed || !(raw.socket instanceof Socket)) return
    // An upload that was admitted may be refused while it arrives: its sender learns why once it is through.
    if (request.admitted && request.routeOptions.config.endpoint?.kind === 'upload') return
    const timer = setTimeout(() => raw.socket.destroy(), lingerMs).unref()
    raw.once('close', () => clearTimeout(timer))
    raw.resume()
  })
}
