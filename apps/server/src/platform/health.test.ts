import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installHealth } from './health.ts'
import { createMetrics } from './metrics.ts'
import { Warnings } from './warnings.ts'

let app: FastifyInstance
let query: () => Promise<unknown>
let isStopping: boolean

beforeEach(() => {
  isStopping = false
  query = async () => ({})
  app = Fastify({ trustProxy: true })
  app.get('/things/:id', async () => 'x')
  const pool = { query: () => query() } as unknown as pg.Pool
  installHealth(app, {
    pool,
    metrics: createMetrics(),
    warnings: new Warnings(),
    metricsToken: undefined,
    isStopping: () => isStopping,
  })
})
afterEach(() => app.close())

const get = (url: string) => app.inject({ url, remoteAddress: '127.0.0.1', headers: { host: 'localhost' } })

test('a process without a database is alive but not ready', async () => {
  query = () => Promise.reject(new Error('gone'))
  expect((await get('/healthz')).statusCode).toBe(200)
  expect((await get('/readyz')).json()).toEqual({ status: 'no database' })
})

test('a process is ready when the database answers, until it is stopping', async () => {
  expect((await get('/readyz')).statusCode).toBe(200)
  isStopping = true
  expect((await get('/readyz')).statusCode).toBe(503)
})

test('a process whose database hangs is not ready', async () => {
  query = () => new Promise(() => {})
  expect((await get('/readyz')).statusCode).toBe(503)
})

test('metrics count requests by route pattern', async () => {
  await get('/things/1')
  await get('/things/2')
  const { body } = await get('/metrics')
  expect(body).toContain(
    'muster_http_request_duration_seconds_count{method="GET",route="/things/:id",status="200"} 2',
  )
  expect(body).toContain('process_cpu_seconds_total')
  expect(body).not.toContain('/things/1')
})

/** A request from this machine, unless headers or address differ. */
const metricsOf = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  app.inject({ url: '/metrics', remoteAddress, headers: { host: 'localhost:3000', ...headers } })

test.each([
  ['127.0.0.1', 200],
  ['::ffff:127.0.0.1', 200],
  ['::1', 200],
  ['10.1.2.3', 404],
  ['::ffff:192.168.7.7', 404],
  ['fd00::1', 404],
  ['203.0.113.9', 404],
])('metrics for %s: %d', async (from, status) => {
  expect((await metricsOf({}, from)).statusCode).toBe(status)
})

test.each([
  [{ 'x-forwarded-for': '127.0.0.1' }],
  [{ 'x-real-ip': '127.0.0.1' }],
  [{ forwarded: 'for=127.0.0.1' }],
  [{ via: '1.1 proxy' }],
  [{ host: 'muster.example.org' }],
])('metrics are not available through a proxy: %j', async (headers) => {
  expect((await metricsOf(headers as Record<string, string>)).statusCode).toBe(404)
})

test('a configured token is required for the metrics, and works from any address', async () => {
  const token = 'a-token-of-some-length'
  const guarded = Fastify({ trustProxy: true })
  const pool = { query: () => query() } as unknown as pg.Pool
  installHealth(guarded, {
    pool,
    metrics: createMetrics(),
    warnings: new Warnings(),
    metricsToken: token,
    isStopping: () => false,
  })
  const statusWith = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization }
    return (await guarded.inject({ url: '/metrics', remoteAddress: '203.0.113.9', headers })).statusCode
  }
  expect(await statusWith(`Bearer ${token}`)).toBe(200)
  expect(await statusWith('Bearer another-token-of-some')).toBe(404)
  expect(await statusWith()).toBe(404)
  expect((await guarded.inject({ url: '/metrics', headers: { host: 'localhost' } })).statusCode).toBe(404)
  await guarded.close()
})
