import fs from 'node:fs'
import type net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMailer } from './mailer.ts'
import { createOutboxMailer, type Outbox } from './outbox.ts'

const from = 'Muster <no-reply@example.org>'
const mail = {
  to: 'ada@example.org',
  subject: 'Écrivez-nous – 100 % ✓',
  html: '<p>Grüße, <b>Ada</b></p>',
  text: 'Grüße, Ada\n.\nEnd',
}
let folder: string

beforeEach(() => {
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'muster-mail-')), 'outbox')
})
afterEach(() => fs.rmSync(path.dirname(folder), { recursive: true, force: true }))

describe('outbox', () => {
  let outbox: Outbox
  beforeEach(() => {
    outbox = createOutboxMailer(folder, from)
  })

  test('is what a mailer without a mail server writes to', async () => {
    const mailer = createMailer({ outboxDir: folder, from })
    const { messageId } = await mailer.send(mail)
    expect(messageId).toMatch(/^<.+@.+>$/)
    expect(await outbox.list()).toMatchObject([{ from, to: ['ada@example.org'], subject: mail.subject }])
  })

  test('gives a mail back as it was, headers included', async () => {
    await outbox.send({ ...mail, replyTo: 'help@example.org', headers: { 'X-Kind': 'invitation' } })
    const [entry] = await outbox.list()
    const read = (await outbox.read(entry!.id))!
    expect(read.html.trim()).toBe(mail.html)
    expect(read.text.trim()).toBe(mail.text)
    expect(read.headers).toContainEqual({ key: 'x-kind', value: 'invitation' })
    expect(read.headers).toContainEqual({ key: 'reply-to', value: 'help@example.org' })
  })

  test('lists the newest first and no more than asked for', async () => {
    for (const subject of ['one', 'two', 'three']) {
      await outbox.send({ ...mail, subject })
      await new Promise((resolve) => setTimeout(resolve, 3))
    }
    expect((await outbox.list(2)).map((entry) => entry.subject)).toEqual(['three', 'two'])
  })

  test('is private, and empty before the first mail', async () => {
    expect(await outbox.list()).toEqual([])
    await outbox.send(mail)
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of fs.readdirSync(folder))
      expect(fs.statSync(path.join(folder, name)).mode & 0o777).toBe(0o600)
  })

  test('keeps every mail of many sent at the same time', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => outbox.send({ ...mail, subject: String(index) })),
    )
    expect(new Set((await outbox.list()).map((entry) => entry.subject)).size).toBe(50)
  })

  test('an id names nothing outside the folder', async () => {
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(path.join(folder, '..', 'x.json'), '{}')
    fs.writeFileSync(path.join(folder, '..', 'x.eml'), 'secret')
    expect(await outbox.read('../x')).toBeUndefined()
    expect(await outbox.read('20260101T000000000-00000000')).toBeUndefined()
  })

  test('a line break in a subject makes no header', async () => {
    await outbox.send({ ...mail, subject: 'Hello\r\nBcc: eve@example.org' })
    const [entry] = await outbox.list()
    const read = await outbox.read(entry!.id)
    expect(read!.headers.map((header) => header.key)).not.toContain('bcc')
  })
})

describe('smtp', () => {
  let server: SMTPServer
  let received: Email[]
  let url: string

  beforeEach(async () => {
    received = []
    server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      onAuth: (auth, _session, done) =>
        auth.password === 'right' ? done(null, { user: auth.username }) : done(new Error('Invalid password')),
      onData(stream, _session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          received.push(await PostalMime.parse(Buffer.concat(chunks)))
          done()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `127.0.0.1:${(server.server.address() as net.AddressInfo).port}`
  })
  afterEach(() => new Promise<void>((resolve) => server.close(resolve)))

  test('a mail server gets the mail, and the outbox does not', async () => {
    const mailer = createMailer({ smtpUrl: `smtp://muster:right@${url}`, outboxDir: folder, from })
    await mailer.send(mail)
    await mailer.close()
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      subject: mail.subject,
      from: { name: 'Muster', address: 'no-reply@example.org' },
      to: [{ address: 'ada@example.org' }],
    })
    expect(received[0]!.html!.trim()).toBe(mail.html)
    expect(received[0]!.text!.trim()).toBe(mail.text)
    expect(fs.existsSync(folder)).toBe(false)
  })

  test('a refusal is an error for the caller', async () => {
    const mailer = createMailer({ smtpUrl: `smtp://muster:wrong@${url}`, outboxDir: folder, from })
    await expect(mailer.send(mail)).rejects.toThrow('Invalid password')
    await mailer.close()
  })
})
