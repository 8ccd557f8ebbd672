import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installHealth } from './health.ts'
import { createMetrics } from './metrics.ts'

let app: FastifyInstance
let answer: () => Promise<unknown>
let stopping: boolean

beforeEach(() => {
  stopping = false
  answer = async () => ({})
  app = Fastify({ trustProxy: true })
  app.get('/things/:id', async () => 'x')
  const pool = { query: () => answer() } as unknown as pg.Pool
  installHealth(app, { pool, metrics: createMetrics(), isStopping: () => stopping })
})
afterEach(() => app.close())

const get = (url: string, from = '127.0.0.1') =>
  app.inject({ url, remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': from } })

test('a process lives whatever its database does', async () => {
  answer = () => Promise.reject(new Error('gone'))
  expect((await get('/healthz')).statusCode).toBe(200)
  expect((await get('/readyz')).json()).toEqual({ status: 'no database' })
})

test('is ready when the database answers, and not any more when it is stopping', async () => {
  expect((await get('/readyz')).statusCode).toBe(200)
  stopping = true
  expect((await get('/readyz')).statusCode).toBe(503)
})

test('a database that hangs makes it not ready', async () => {
  answer = () => new Promise(() => {})
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

test.each([
  ['127.0.0.1', 200],
  ['::ffff:10.1.2.3', 200],
  ['fd00::1', 200],
  ['192.168.7.7', 200],
  ['203.0.113.9', 404],
  ['2001:db8::1', 404],
])('metrics for %s: %d', async (from, status) => {
  expect((await get('/metrics', from)).statusCode).toBe(status)
})
