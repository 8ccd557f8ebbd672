import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { composeMail } from './compose.ts'
import type { Mail } from './mail.ts'
import { MailError } from './mail-error.ts'
import { createMailer } from './mailer.ts'
import { createOutbox } from './outbox.ts'
import { createSmtpTransport } from './smtp.ts'

const from = 'Muster <no-reply@example.org>'
const sender = { name: 'Muster', address: 'no-reply@example.org' }
const mail: Mail = {
  to: 'ada@example.org',
  subject: 'Écrivez-nous – 100 % ✓',
  html: '<p>Grüße, <b>Ada</b></p>',
  text: 'Grüße, Ada\n.\n..\nEnd',
}
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function aFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-mail-'))
  closing.push(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Received {
  raw: Buffer
  from: string
  to: string[]
}

/** A mail server on a free port. @returns its URL with valid credentials, and the mails it has received */
async function aServer(
  options: SMTPServerOptions = {},
): Promise<{ url: string; host: string; received: Received[] }> {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.password === 'right word'
        ? done(null, { user: 'muster' })
        : done(new Error(`Invalid ${auth.password}`)),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const sentBy = envelope.mailFrom as { address: string }
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push({ raw: Buffer.concat(chunks), from: sentBy.address, to })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)))
  const host = `127.0.0.1:${(server.server.address() as net.AddressInfo).port}`
  return { url: `smtp://muster:right%20word@${host}`, host, received }
}

function mailerOf(smtpUrl: string) {
  const mailer = createMailer({ smtpUrl, outboxDir: path.join(aFolder(), 'outbox'), from })
  closing.push(() => mailer.close())
  return mailer
}

const rejection = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

describe('a mail server', () => {
  test('receives exactly the composed message and envelope, like the outbox', async () => {
    const { url, received } = await aServer()
    const composed = await composeMail({ ...mail, envelope: { from: 'b.1@bounces.example.org' } }, sender)
    const smtp = createSmtpTransport(url)
    closing.push(() => smtp.close())
    const delivery = await smtp.deliver(composed)
    expect(received).toEqual([
      { raw: composed.raw, from: 'b.1@bounces.example.org', to: ['ada@example.org'] },
    ])
    expect(delivery).toMatchObject({
      messageId: composed.messageId,
      accepted: ['ada@example.org'],
      rejected: [],
      response: expect.stringMatching(/^250 /),
    })
    const outbox = createOutbox(aFolder())
    await outbox.deliver(composed)
    const { entries } = await outbox.list()
    expect(await outbox.raw(entries[0]!.id)).toEqual(composed.raw)
  })

  test('is used instead of the outbox when it is configured', async () => {
    const { url, received } = await aServer()
    const outboxDir = path.join(aFolder(), 'outbox')
    const mailer = createMailer({ smtpUrl: url, outboxDir, from })
    closing.push(() => mailer.close())
    await mailer.send(mail)
    expect(await PostalMime.parse(received[0]!.raw)).toMatchObject({ subject: mail.subject, from: sender })
    expect(fs.existsSync(outboxDir)).toBe(false)
  })

  test('that rejects one of two recipients delivers to the other', async () => {
    const { url } = await aServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('gone') ? rejection(550, 'No such user') : null),
    })
    const delivery = await mailerOf(url).send({ ...mail, to: ['ada@example.org', 'gone@example.org'] })
    expect(delivery.accepted).toEqual(['ada@example.org'])
    expect(delivery.rejected).toEqual([
      { address: 'gone@example.org', isPermanent: true, responseCode: 550, response: '550 No such user' },
    ])
  })

  const drain = (stream: NodeJS.ReadableStream, then: () => void) => stream.on('end', then).resume()
  test.each<[string, SMTPServerOptions, object]>([
    [
      'an unknown recipient',
      { onRcptTo: (_to, _session, done) => done(rejection(550, 'No such user')) },
      { kind: 'permanent', code: 'EENVELOPE', responseCode: 550, response: '550 No such user' },
    ],
    [
      'a full mailbox',
      { onRcptTo: (_to, _session, done) => done(rejection(452, 'Mailbox full')) },
      { kind: 'temporary', code: 'EENVELOPE', responseCode: 452, response: '452 Mailbox full' },
    ],
    [
      'a rejected sender',
      { onMailFrom: (_from, _session, done) => done(rejection(553, 'Not yours')) },
      { kind: 'permanent', responseCode: 553 },
    ],
    [
      'a rejected message',
      { onData: (stream, _session, done) => drain(stream, () => done(rejection(554, 'Spam'))) },
      { kind: 'permanent', code: 'EMESSAGE', responseCode: 554, response: '554 Spam' },
    ],
    [
      'a greylisted message',
      { onData: (stream, _session, done) => drain(stream, () => done(rejection(451, 'Greylisted'))) },
      { kind: 'temporary', code: 'EMESSAGE', responseCode: 451 },
    ],
    ['a message that is too large', { size: 10 }, { kind: 'permanent', code: 'EMESSAGE' }],
  ])('that reports %s causes an error of the matching kind', async (_what, options, expected) => {
    const { url } = await aServer(options)
    const error = await mailerOf(url)
      .send(mail)
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(MailError)
    expect(error).toMatchObject(expected)
  })

  test('that rejects the credentials causes a temporary error without the password', async () => {
    const { host } = await aServer()
    const error = await mailerOf(`smtp://muster:wrong%20word@${host}`)
      .send(mail)
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ kind: 'temporary', code: 'EAUTH', responseCode: 535 })
    const { message, stack, response } = error as MailError
    expect(response).toContain('[redacted]')
    expect(JSON.stringify([error, message, stack])).not.toMatch(/wrong( |%20)word/)
  })

  test('that cannot be reached causes a temporary error', async () => {
    const server = net.createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as net.AddressInfo
    await new Promise((resolve) => server.close(resolve))
    await expect(mailerOf(`smtp://127.0.0.1:${port}`).send(mail)).rejects.toMatchObject({
      name: 'MailError',
      kind: 'temporary',
      responseCode: undefined,
    })
  })

  /** Implements just enough SMTP to disconnect at a command. */
  async function aServerThatDisconnectsAt(command: RegExp): Promise<string> {
    const server = net.createServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 ready\r\n')
      let isData = false
      socket.on('data', (chunk) => {
        const line = chunk.toString('latin1')
        if (command.test(line)) return socket.destroy()
        if (isData) return
        isData = /^DATA/.test(line)
        socket.write(isData ? '354 go\r\n' : '250 ok\r\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => server.close(resolve)))
    return `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}`
  }

  test('that disconnects causes a temporary error before the message and `inDoubt` after it', async () => {
    const before = mailerOf(await aServerThatDisconnectsAt(/^RCPT/)).send(mail)
    await expect(before).rejects.toMatchObject({ name: 'MailError', kind: 'temporary' })
    const after = mailerOf(await aServerThatDisconnectsAt(/\r\n\.\r\n$/)).send(mail)
    await expect(after).rejects.toMatchObject({ name: 'MailError', kind: 'inDoubt' })
  })
})
