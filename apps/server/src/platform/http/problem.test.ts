/** What of a failed request is logged, over a real connection. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError, type ErrorCode } from '@muster/contract/errors'
import { afterEach, expect, test } from 'vitest'
import { createLogger } from '../log.ts'
import { createServer } from './server.ts'

const lines: { level: string; msg: string; err?: object }[] = []
const config = { publicUrl: 'http://localhost:3000', logLevel: 'warn', trustProxy: false }
const logger = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line)) })
const app = await createServer(config as never, logger)
app.get('/fails/:code', (request) => {
  throw new AppError((request.params as { code: ErrorCode }).code)
})
/** Like one of the slots for counting: its wait ends when the caller leaves. */
let hasLeft = () => {}
const left = new Promise<void>((resolve) => {
  hasLeft = resolve
})
app.get('/waits', async (_request, reply) => {
  await new Promise((resolve) => reply.raw.once('close', resolve))
  setImmediate(hasLeft)
  throw new AppError('busy')
})
afterEach(() => {
  lines.length = 0
})

test.each<[ErrorCode, object[]]>([
  ['busy', [{ level: 'warn', msg: 'busy' }]],
  ['unavailable', [{ level: 'warn', msg: 'unavailable' }]],
  ['internal', [{ level: 'error', msg: 'request failed', err: expect.anything() }]],
  ['not_found', []],
])('%s is logged as is useful', async (code, expected) => {
  await app.inject(`/fails/${code}`)
  expect(lines).toEqual(expected.map((line) => expect.objectContaining(line)))
  expect(lines.every(({ level, err }) => (level === 'error') === (err !== undefined))).toBe(true)
})

test('the end of a wait of somebody who has left is not logged', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const request = http.get({ port, path: '/waits' }).on('error', () => {})
  await new Promise((resolve) => app.server.once('request', resolve))
  request.destroy()
  await left
  await app.close()
  expect(lines).toEqual([])
})
