/** Endpoints for operators: liveness, readiness and metrics. */
import net from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { forwardedHeaders } from './http/forwarded-headers.ts'
import type { Metrics } from './metrics.ts'
import { isSameText } from './same-text.ts'
import type { Warnings } from './warnings.ts'

export interface HealthDeps {
  pool: pg.Pool
  metrics: Metrics
  warnings: Warnings
  /** See `MUSTER_METRICS_TOKEN`. */
  metricsToken: string | undefined
  /** True once the process is stopping, so that a load balancer sends it no more requests. */
  isStopping(): boolean
}

/** How long `/readyz` waits for the database. */
const databaseTimeoutMs = 3000

/**
 * - `/healthz` is 200 while the process runs, even without a database, which a restart would not repair.
 * - `/readyz` is 200 when requests can be served, else 503; with `storage: full` only reads can.
 * - `/metrics` has the Prometheus format, for programs on this machine or with the token; others get 404.
 */
export function installHealth(
  app: FastifyInstance,
  { pool, metrics, warnings, metricsToken, isStopping }: HealthDeps,
): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))

  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const status = isStopping() ? 'stopping' : (await isDatabaseAnswering(pool)) ? 'ok' : 'no database'
    return reply
      .code(status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, ...(warnings.has('disk_full') && { storage: 'full' }) })
  })

  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) return reply.callNotFound()
    const { contentType, body } = await metrics.read()
    return reply.header('content-type', contentType).send(body)
  })

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(none)'
    metrics.observeRequest(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
}

async function isDatabaseAnswering(pool: pg.Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), databaseTimeoutMs)
  })
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}

const loopback = new net.BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * If a token is configured, requests must have it. Otherwise they must come directly from this machine:
 * requests that a local proxy forwards have its headers, another host name, or HTTP/1.0, which is nginx's
 * default.
 */
function mayReadMetrics({ headers, socket, raw }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return isSameText(headers.authorization ?? '', `Bearer ${token}`)
  const isDirect = raw.httpVersion !== '1.0' && forwardedHeaders.every((name) => headers[name] === undefined)
  return isDirect && isLoopback(socket.remoteAddress ?? '') && isLocalHost(headers.host ?? '')
}

/** Also accepts IPv4 addresses that are mapped to IPv6 (`::ffff:127.0.0.1`). */
function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return loopback.check(plain, net.isIPv6(plain) ? 'ipv6' : 'ipv4')
}

function isLocalHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || (net.isIP(name) !== 0 && isLoopback(name))
}
