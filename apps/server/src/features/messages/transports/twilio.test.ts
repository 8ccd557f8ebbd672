import http from 'node:http'
import type net from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../../platform/embedded-postgres/host.ts'
import { Refused, TryLater, Unknown } from './transport.ts'
import { twilioTransport } from './twilio.ts'

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

interface Request {
  url: string
  authorization: string
  body: string
}

/** @param answer null: the connection is closed without one */
async function aTwilio(answer: { status: number; body: object } | null) {
  const requests: Request[] = []
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      requests.push({ url: request.url!, authorization: request.headers.authorization!, body })
      if (!answer) return request.socket.destroy()
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.body))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  return { requests, transport: transportAt(`http://127.0.0.1:${port}`) }
}

const transportAt = (baseUrl: string) =>
  twilioTransport({
    accountSid: 'AC1',
    authToken: 'token',
    from: '+14155550100',
    messagingServiceSid: '',
    statusCallback: 'https://muster.example/api/hooks/twilio/key',
    baseUrl,
  })

const sms = { kind: 'SMS', to: '+14155550123', text: 'Hello — see you', recipientId: 7 } as const
const outcome = (transport: ReturnType<typeof transportAt>) =>
  transport.handOver(sms).catch((error: unknown) => error)

test('a message is created once, with what identifies its recipient', async () => {
  const { requests, transport } = await aTwilio({ status: 201, body: { sid: 'SM1', status: 'queued' } })
  expect(await transport.handOver(sms)).toEqual({ providerId: 'SM1', detail: 'queued' })
  expect(requests).toHaveLength(1)
  const { url, authorization, body } = requests[0]!
  expect(url).toBe('/2010-04-01/Accounts/AC1/Messages.json')
  expect(Buffer.from(authorization.slice(6), 'base64').toString()).toBe('AC1:token')
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    To: '+14155550123',
    From: '+14155550100',
    Body: 'Hello — see you',
    StatusCallback: 'https://muster.example/api/hooks/twilio/key?recipient=7',
  })
})

test.each([
  [429, { code: 20429, message: 'Too many' }, TryLater, { isAboutSender: true }],
  [503, { message: 'Down' }, TryLater, { isAboutSender: true }],
  [401, { code: 20003, message: 'Authenticate' }, TryLater, { isAboutSender: true }],
  [400, { code: 21610, message: 'Unsubscribed' }, Refused, { isAboutAddress: true }],
  [400, { code: 21617, message: 'Too long' }, Refused, { isAboutAddress: false }],
  [500, { message: 'Oh' }, Unknown, {}],
  [201, { nothing: true }, Unknown, {}],
])('status %i with %o', async (status, body, kind, properties) => {
  const { requests, transport } = await aTwilio({ status, body })
  const error = await outcome(transport)
  expect(error).toBeInstanceOf(kind)
  expect(error).toMatchObject(properties)
  expect(requests).toHaveLength(1)
})

test('without an answer nobody knows; without a connection nothing was created', async () => {
  const { requests, transport } = await aTwilio(null)
  expect(await outcome(transport)).toBeInstanceOf(Unknown)
  expect(requests).toHaveLength(1)
  const nobody = transportAt(`http://127.0.0.1:${await freePort()}`)
  expect(await outcome(nobody)).toMatchObject({ name: 'TryLater', isAboutSender: true })
})
