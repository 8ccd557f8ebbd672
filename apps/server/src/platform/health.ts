/** What operators ask a running process: does it live, may it get requests, what has it done. */
import net from 'node:net'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Metrics } from './metrics.ts'

export interface HealthDeps {
  pool: pg.Pool
  metrics: Metrics
  /** True from the moment that the process begins to stop: a load balancer shall send it nothing more. */
  isStopping(): boolean
}

/** How long `/readyz` waits for the database. */
const databasePatienceMs = 3000

/**
 * - `/healthz` 200 while the process lives; it says nothing of the database, whose loss no restart would mend.
 * - `/readyz` 200 when requests can be served, else 503.
 * - `/metrics` in Prometheus' format, for this machine and private networks only: 404 to anyone else.
 */
export function installHealth(app: FastifyInstance, { pool, metrics, isStopping }: HealthDeps): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))

  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const status = isStopping() ? 'stopping' : (await databaseAnswers(pool)) ? 'ok' : 'no database'
    return reply
      .code(status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status })
  })

  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!isNear(request.ip)) return reply.callNotFound()
    const { contentType, body } = await metrics.read()
    return reply.header('content-type', contentType).send(body)
  })

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? '(none)'
    metrics.observeRequest(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
}

async function databaseAnswers(pool: pg.Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), databasePatienceMs)
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

const near = new net.BlockList()
near.addSubnet('127.0.0.0', 8)
near.addSubnet('10.0.0.0', 8)
near.addSubnet('172.16.0.0', 12)
near.addSubnet('192.168.0.0', 16)
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

/** Loopback and private networks. An IPv4 address may come in IPv6's clothes (`::ffff:127.0.0.1`). */
function isNear(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return near.check(plain, net.isIPv6(plain) ? 'ipv6' : 'ipv4')
}
