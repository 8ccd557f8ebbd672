import http from 'node:http'
import type net from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../../platform/embedded-postgres/host.ts'
import { sesTransport } from './ses.ts'
import { signRequest } from './sigv4.ts'
import { type Outgoing, Refused, TryLater, Unknown } from './transport.ts'

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

interface Request {
  method: string
  url: string
  headers: http.IncomingHttpHeaders
  body: string
}

/** @param answer null: the connection is closed without one */
async function anSes(answer: { status: number; type?: string; body: object } | null) {
  const requests: Request[] = []
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      requests.push({ method: request.method!, url: request.url!, headers: request.headers, body })
      if (!answer) return request.socket.destroy()
      const headers = answer.type ? { 'x-amzn-errortype': answer.type } : {}
      response
        .writeHead(answer.status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(answer.body))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  return { requests, transport: transportAt(`http://127.0.0.1:${port}`) }
}

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const transportAt = (baseUrl: string) =>
  sesTransport({ region: 'eu-west-1', ...keys, configurationSet: 'events', maxInFlight: 5, baseUrl })

const mail: Outgoing & { kind: 'EMAIL' } = {
  kind: 'EMAIL',
  raw: Buffer.from('From: news@bank.example\r\nTo: ana@people.example\r\n\r\nHello\r\n'),
  envelope: { from: 'b.2s-7-0123456789abcdef@bounces.bank.example', to: ['ana@people.example'] },
  messageId: '<2s-7-fedcba9876543210@bank.example>',
}
const outcome = (transport: ReturnType<typeof transportAt>) =>
  transport.handOver(mail).catch((error: unknown) => error)

test.each([
  ['GET', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['POST', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
] as const)('%s is signed as in Amazon’s test suite', (method, signature) => {
  const request = { method, host: 'example.amazonaws.com', path: '/', headers: {}, body: '' }
  const account = { ...keys, region: 'us-east-1', service: 'service' }
  expect(signRequest(request, account, new Date('2015-08-30T12:36:00Z'))).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`,
  })
})

test('a mail is sent once, unchanged, with what identifies its recipient', async () => {
  const { requests, transport } = await anSes({ status: 200, body: { MessageId: '0102-abc' } })
  expect(await transport.handOver(mail)).toEqual({ providerId: '0102-abc', detail: '200 0102-abc' })
  expect(requests).toHaveLength(1)
  const { method, url, headers, body } = requests[0]!
  expect([method, url, headers['content-type']]).toEqual([
    'POST',
    '/v2/email/outbound-emails',
    'application/json',
  ])
  expect(headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/ses\/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=[0-9a-f]{64}$/,
  )
  expect(JSON.parse(body)).toEqual({
    Content: { Raw: { Data: mail.raw.toString('base64') } },
    Destination: { ToAddresses: ['ana@people.example'] },
    EmailTags: [{ Name: 'muster-recipient', Value: '2s-7-fedcba9876543210' }],
    ConfigurationSetName: 'events',
  })
})

test.each([
  [429, 'TooManyRequestsException', TryLater, { isAboutSender: true }],
  [400, 'LimitExceededException', TryLater, { isAboutSender: true }],
  [400, 'SendingPausedException:http://internal.amazon.com/coral/', TryLater, { isAboutSender: true }],
  [403, 'InvalidSignatureException', TryLater, { isAboutSender: true }],
  [503, 'ServiceUnavailable', TryLater, { isAboutSender: true }],
  [400, 'MessageRejected', Refused, { isAboutAddress: false, message: 'MessageRejected Why' }],
  [400, 'BadRequestException', Refused, { isAboutAddress: false }],
  [500, 'InternalFailure', Unknown, {}],
  [200, '', Unknown, {}],
])('status %i with %s', async (status, type, kind, properties) => {
  const { requests, transport } = await anSes({ status, type, body: { message: 'Why' } })
  const error = await outcome(transport)
  expect(error).toBeInstanceOf(kind)
  expect(error).toMatchObject(properties)
  expect(requests).toHaveLength(1)
})

test('without an answer nobody knows; without a connection nothing was sent', async () => {
  const { requests, transport } = await anSes(null)
  expect(await outcome(transport)).toBeInstanceOf(Unknown)
  expect(requests).toHaveLength(1)
  const nobody = transportAt(`http://127.0.0.1:${await freePort()}`)
  expect(await outcome(nobody)).toMatchObject({ name: 'TryLater', isAboutSender: true })
})

test('a check signs in and sends nothing', async () => {
  const good = await anSes({ status: 200, body: { SendingEnabled: true } })
  expect(await good.transport.check()).toEqual({ isOk: true, detail: '' })
  expect(good.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /v2/email/account'])
  const bad = await anSes({ status: 403, type: 'UnrecognizedClientException', body: { message: 'Bad key' } })
  expect(await bad.transport.check()).toEqual({ isOk: false, detail: 'Bad key' })
})
