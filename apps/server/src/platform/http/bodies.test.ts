/** Request bodies on real connections: early rejection, size limits, and effects on other requests. */
import type net from 'node:net'
import { bulkBodyLimit, defaultBodyLimit, largeBodyLimit } from '@muster/contract/body-limits'
import { endpoint } from '@muster/contract/endpoint'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { bareBinding, bareServer } from '../../../test/bare-server.ts'
import { connectTo, type RawConnection } from '../../../test/raw-http.ts'
import { installHealth } from '../health.ts'
import { Warnings } from '../warnings.ts'
import { bind } from './bind.ts'
import { BodyBudget } from './body-budget.ts'
import type { Authenticator } from './context.ts'
import { installUnreadBody } from './unread-body.ts'

const user = {
  userId: '1',
  sessionId: '1',
  name: 'A',
  email: 'a@example.org',
  isSysAdmin: false,
  seesTeamId: null,
}
const authenticator: Authenticator = {
  user: async ({ headers }) => (headers.cookie === 'session=1' ? user : null),
  teamUser: async () => null,
  seenAs: async (_user, admin) => admin,
}
const signedIn = { cookie: 'session=1', 'content-type': 'application/json' }
const text = z.strictObject({ text: z.string() })
const shape = {
  method: 'POST',
  changes: [],
  access: 'signedIn',
  body: text,
  response: z.object({ length: z.number() }),
} as const

const api = {
  bulk: endpoint({ ...shape, path: '/bulk', summary: 'Accepts 64 MB', bodyLimit: bulkBodyLimit }),
  small: endpoint({ ...shape, path: '/small', summary: 'Accepts the default' }),
  ofTeam: endpoint({
    ...shape,
    path: '/teams/:teamId/bulk',
    access: 'teamUser',
    summary: 'Of a team',
    params: z.object({ teamId: z.coerce.number() }),
    bodyLimit: bulkBodyLimit,
  }),
  limited: endpoint({ ...shape, path: '/limited', summary: 'Once a minute', rateLimit: 1 }),
}
const length = async ({ body }: { body: { text: string } }) => ({ length: body.text.length })
const handlers = { bulk: length, small: length, ofTeam: length, limited: length }

let app: FastifyInstance
const connections: RawConnection[] = []
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close()
  await app.close()
})

async function start(bodyBudget?: BodyBudget): Promise<void> {
  app = await bareServer(api, handlers, { authenticator, ...(bodyBudget && { bodyBudget }) })
  installHealth(app, {
    pool: {} as never,
    metrics: {} as never,
    warnings: new Warnings(),
    metricsToken: undefined,
    isStopping: () => false,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
}

async function connect(): Promise<RawConnection> {
  const connection = await connectTo(app)
  connections.push(connection)
  return connection
}

/** A body of the given number of bytes, in two halves. */
function halves(bytes: number): [Buffer, Buffer] {
  const body = Buffer.alloc(bytes, 'a')
  body.write('{"text":"')
  body.write('"}', bytes - 2)
  return [body.subarray(0, bytes / 2), body.subarray(bytes / 2)]
}

const megabyte = 1024 * 1024
const huge = 60 * megabyte

test.each([
  ['without a session', '/api/bulk', {}, 401, 'not_signed_in'],
  ['to a team of others', '/api/teams/1/bulk', signedIn, 404, 'not_found'],
  [
    'from another site',
    '/api/bulk',
    { ...signedIn, origin: 'https://evil.example' },
    403,
    'origin_not_allowed',
  ],
  ['too long for the endpoint', '/api/small', signedIn, 413, 'payload_too_large'],
  ['to an unknown path', '/api/nowhere', signedIn, 404, 'not_found'],
])('a request %s is rejected before its 60 MB are sent, and the connection stays usable', async (...row) => {
  const [, path, headers, status, code] = row
  await start()
  const connection = await connect()
  connection.head('POST', path, {
    ...(headers as Record<string, string>),
    'content-type': 'application/json',
    'content-length': huge,
  })
  const answer = await connection.answer()
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([status, code])
  // A browser sends the whole body before it reads the response.
  for (const half of halves(huge)) await connection.write(half)
  connection.head('GET', '/healthz')
  expect(await connection.answer()).toMatchObject({ status: 200, body: '{"status":"ok"}' })
})

test('a rate-limited request is rejected before its body is read', async () => {
  await start()
  const connection = await connect()
  for (const status of [413, 429]) {
    connection.head('POST', '/api/limited', { ...signedIn, 'content-length': largeBodyLimit })
    expect((await connection.answer()).status).toBe(status)
    for (const half of halves(largeBodyLimit)) await connection.write(half)
  }
})

test('a body is accepted up to exactly the limit, with or without a length', async () => {
  await start()
  const send = async (bytes: number, isChunked: boolean) => {
    const connection = await connect()
    const body = Buffer.concat(halves(bytes))
    connection.head('POST', '/api/small', {
      ...signedIn,
      ...(isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes }),
    })
    if (isChunked) await connection.write(`${bytes.toString(16)}\r\n`)
    await connection.write(body)
    if (isChunked) await connection.write('\r\n0\r\n\r\n')
    return (await connection.answer()).status
  }
  for (const isChunked of [false, true]) {
    expect(await send(defaultBodyLimit, isChunked)).toBe(200)
    expect(await send(defaultBodyLimit + 2, isChunked)).toBe(413)
  }
})

test('reading an endless chunked body stops at the limit, and its sender gets the response', async () => {
  await start()
  const connection = await connect()
  connection.head('POST', '/api/small', { ...signedIn, 'transfer-encoding': 'chunked' })
  for (let sent = 0; sent < 4; sent++) {
    await connection.write(`${megabyte.toString(16)}\r\n`)
    await connection.write(Buffer.alloc(megabyte, 'a'))
    await connection.write('\r\n')
  }
  const answer = await connection.answer()
  expect(answer).toMatchObject({
    status: 413,
    headers: { 'content-type': expect.stringContaining('problem') },
  })
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'payload_too_large' })
})

test('of eight bodies of 60 MB two at a time are read, and other requests are answered meanwhile', async () => {
  await start()
  const sockets: net.Socket[] = []
  app.server.on('connection', (socket) => sockets.push(socket))
  const bodiesBeingRead = () => sockets.filter(({ bytesRead }) => bytesRead > 10 * megabyte).length
  const [first, second] = halves(huge)
  const order: string[] = []
  const senders = await Promise.all(Array.from({ length: 8 }, connect))
  for (const sender of senders) {
    sender.head('POST', '/api/bulk', { ...signedIn, 'content-length': huge })
    void sender.write(first)
  }
  const other = await connect()
  const health = async () => {
    other.head('GET', '/healthz')
    expect((await other.answer()).status).toBe(200)
    order.push('health')
  }
  await expect.poll(bodiesBeingRead, { timeout: 60_000 }).toBe(2)
  await health()
  await health()
  expect(bodiesBeingRead()).toBe(2)

  const uploads = senders.map(async (sender) => {
    void sender.write(second)
    expect(await sender.answer()).toMatchObject({ status: 200, body: `{"length":${huge - 11}}` })
    order.push('upload')
  })
  while (order.filter((what) => what === 'upload').length < senders.length) await health()
  await Promise.all(uploads)
  expect(order.slice(order.indexOf('upload'), order.lastIndexOf('upload'))).toContain('health')
}, 120_000)

test('a request whose large body waits too long for memory gets Retry-After', async () => {
  await start(new BodyBudget({ bytes: 2 * megabyte, waitMs: 50 }))
  const [first, second] = halves(2 * megabyte)
  const slow = await connect()
  slow.head('POST', '/api/bulk', { ...signedIn, 'content-length': 2 * megabyte })
  await slow.write(first)

  const late = await connect()
  late.head('POST', '/api/bulk', { ...signedIn, 'content-length': 2 * megabyte })
  const rejected = await late.answer()
  expect(rejected).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  expect(JSON.parse(rejected.body)).toMatchObject({ code: 'busy', title: expect.stringContaining('busy') })

  const small = await connect()
  small.head('POST', '/api/bulk', { ...signedIn, 'content-length': largeBodyLimit })
  for (const half of halves(largeBodyLimit)) void small.write(half)
  expect((await small.answer()).status).toBe(200)

  await slow.write(second)
  expect((await slow.answer()).status).toBe(200)
})

test('the share of an aborted request goes to the waiting requests in FIFO order', async () => {
  await start(new BodyBudget({ bytes: 2 * megabyte, waitMs: 60_000 }))
  const order: number[] = []
  const [first, second] = halves(2 * megabyte)
  const aborted = await connect()
  aborted.head('POST', '/api/bulk', { ...signedIn, 'content-length': 2 * megabyte })
  await aborted.write(first)
  const waiting: Promise<void>[] = []
  for (const number of [1, 2, 3]) {
    const connection = await connect()
    connection.head('POST', '/api/bulk', { ...signedIn, 'content-length': 2 * megabyte })
    void connection.write(first)
    void connection.write(second)
    waiting.push(
      connection.answer().then(({ status }) => {
        expect(status).toBe(200)
        order.push(number)
      }),
    )
    // Once this is answered, the server has received the head of the request before it.
    const other = await connect()
    other.head('GET', '/healthz')
    await other.answer()
  }
  expect(order).toEqual([])
  aborted.close()
  await Promise.all(waiting)
  expect(order).toEqual([1, 2, 3])
})

test('the connection is closed when a client keeps sending a rejected body', async () => {
  app = Fastify()
  app.decorateRequest('admitted', null)
  installUnreadBody(app, 50)
  app.addHook('preParsing', async () => {
    throw new Error('refused')
  })
  app.post('/', async () => 'never')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const connection = await connect()
  connection.head('POST', '/', { 'content-type': 'application/json', 'content-length': huge })
  expect((await connection.answer()).status).toBe(500)
  await connection.write('{')
  await connection.closed
})

test('a public endpoint that accepts large bodies cannot be bound', async () => {
  await start()
  const upload = endpoint({
    ...shape,
    access: 'public',
    path: '/upload',
    summary: '',
    bodyLimit: largeBodyLimit,
  })
  expect(() => bind(app, bareBinding(), { upload }, { upload: length })).toThrow(
    'POST /upload is public and accepts more than',
  )
})
