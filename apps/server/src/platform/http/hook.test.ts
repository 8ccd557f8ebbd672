/** Callbacks of other services: forms, and JSON with a wrong content type, both signed over raw bytes. */
import crypto from 'node:crypto'
import { type Api, type Call, hook } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { bareServer } from '../../../test/bare-server.ts'
import type { Handler, Handlers } from './bind.ts'
import type { HookBody } from './hook-body.ts'
import { openApiOf } from './openapi.ts'

const api = {
  sms: hook({
    path: '/hooks/sms/:key',
    summary: 'An incoming message',
    params: z.object({ key: z.string() }),
    answers: 'text/xml; charset=utf-8',
  }),
  topic: hook({ path: '/hooks/topic', summary: 'Notices', bodyLimit: 256 * 1024, errors: ['access_denied'] }),
}

const secret = 'a secret of the sender'
const sign = (bytes: string | Buffer) => crypto.createHmac('sha256', secret).update(bytes).digest('hex')

/** What the handlers received. */
const received: unknown[] = []
let app: FastifyInstance

const handlers: Handlers<typeof api> = {
  sms: async ({ params, body }) => {
    const form = body.form()
    received.push({ key: params.key, form: [...form], contentType: body.contentType })
    return form.get('Body') === 'quiet' ? undefined : '<Response/>'
  },
  topic: async ({ body }, { request }) => {
    if (request.headers['x-signature'] !== sign(body.raw)) throw new AppError('access_denied')
    received.push(body.json())
    return undefined
  },
}

beforeEach(async () => {
  app = await bareServer(api, handlers)
  received.length = 0
})
afterEach(() => app.close())

const post = (url: string, payload: string | Buffer, headers: Record<string, string>) =>
  app.inject({ method: 'POST', url: `/api/hooks/${url}`, payload, headers })
const form = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  post('sms/abc', payload, { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', ...headers })
const topic = (payload: string | Buffer, contentType: string, signed: string | Buffer = payload) =>
  post('topic', payload, { 'content-type': contentType, 'x-signature': sign(signed) })

describe('a form', () => {
  test('keeps repeated fields, and the response has the declared content type', async () => {
    const answer = await form('From=%2B34600&Body=caf%C3%A9+%F0%9F%98%80&Media=1&Media=2&Empty=')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8')
    expect(answer.body).toBe('<Response/>')
    expect(received).toEqual([
      {
        key: 'abc',
        contentType: 'application/x-www-form-urlencoded',
        form: [
          ['From', '+34600'],
          ['Body', 'café 😀'],
          ['Media', '1'],
          ['Media', '2'],
          ['Empty', ''],
        ],
      },
    ])
  })

  test('gets 204 when the handler returns nothing', async () => {
    const answer = await form('Body=quiet')
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
  })

  test('with text that cannot be stored is rejected with the name of the field', async () => {
    const answer = await form('From=1&Body=a%00b')
    expect(answer.json()).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ path: 'Body', code: 'not_text' }],
    })
    expect(received).toEqual([])
  })

  test('with another content type is not read as a form', async () => {
    const answer = await post('sms/abc', 'Body=hello', { 'content-type': 'text/plain' })
    expect(answer.json()).toMatchObject({ code: 'unsupported_file' })
  })

  test('is handled every time it is sent, even with the same idempotency key', async () => {
    for (const _ of [1, 2]) await form('Body=again', { 'idempotency-key': crypto.randomUUID() })
    const key = crypto.randomUUID()
    for (const _ of [1, 2]) await form('Body=again', { 'idempotency-key': key })
    expect(received).toHaveLength(4)
  })
})

describe('JSON', () => {
  test.each(['text/plain; charset=UTF-8', 'application/json', 'application/octet-stream'])(
    'sent as %s is verified over its raw bytes and parsed on demand',
    async (contentType) => {
      // Parsing and serializing it would lose the whitespace and the order of numeric keys.
      const text = '{ "b": 1.0,\r\n  "a": "é", "10": 1, "2": 2 }'
      expect((await topic(text, contentType)).statusCode).toBe(204)
      expect(received).toEqual([{ b: 1, a: 'é', 10: 1, 2: 2 }])
    },
  )

  test('that does not match its signature is rejected by the handler', async () => {
    const answer = await topic('{"amount":2}', 'application/json', '{"amount":1}')
    expect(answer.json()).toMatchObject({ status: 403, code: 'access_denied' })
  })

  test.each([
    ['{"a":', 'bad_json'],
    ['', 'bad_json'],
    ['{"__proto__":{"a":1}}', 'bad_json'],
    ['{"a":["\\u0000"]}', 'validation_failed'],
  ])('%j is rejected when the handler parses it', async (text, code) => {
    expect((await topic(text, 'application/json')).json()).toMatchObject({ status: 400, code })
  })

  test('is not parsed before the handler parses it', async () => {
    const bytes = Buffer.from([0xff, 0x00, 0x7b, 0xed, 0xa0, 0x80])
    const answer = await topic(bytes, 'application/json', 'another')
    expect(answer.json()).toMatchObject({ code: 'access_denied' })
    expect((await topic(bytes, 'application/json')).json()).toMatchObject({ code: 'bad_json' })
  })
})

test('each callback has its own body limit', async () => {
  const json = (bytes: number) => `"${'a'.repeat(bytes - 2)}"`
  expect((await topic(json(256 * 1024), 'text/plain')).statusCode).toBe(204)
  expect((await topic(json(256 * 1024 + 1), 'text/plain')).json()).toMatchObject({
    code: 'payload_too_large',
  })
  expect((await form(`Body=${'a'.repeat(100 * 1024)}`)).json()).toMatchObject({ code: 'payload_too_large' })
})

test('the OpenAPI document has a binary body and the declared responses', () => {
  const { paths } = openApiOf({ hooks: api })
  expect(paths['/hooks/sms/{key}']!.post).toMatchObject({
    requestBody: { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    responses: { 200: { content: { 'text/xml; charset=utf-8': {} } }, 204: {}, 413: {} },
    'x-body-limit': 100 * 1024,
  })
  const { responses, parameters } = paths['/hooks/topic']!.post as {
    responses: object
    parameters: unknown[]
  }
  expect(Object.keys(responses)).toEqual(['204', '403', '413'])
  expect(parameters).toEqual([])
})

test('the types of a handler follow from the contract', () => {
  expectTypeOf<Parameters<Handler<typeof api.sms>>[0]>().toEqualTypeOf<{
    params: { key: string }
    query: undefined
    body: HookBody
  }>()
  expectTypeOf<Handler<typeof api.sms>>().returns.resolves.toEqualTypeOf<string | undefined>()
  expectTypeOf<Handler<typeof api.topic>>().returns.resolves.toEqualTypeOf<undefined>()
  expectTypeOf(api).toExtend<Api>()
  // @ts-expect-error Our own client cannot call a hook.
  expectTypeOf<Call<typeof api.topic>>().toBeNever()
})
