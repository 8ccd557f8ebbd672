import { execFile } from 'node:child_process'
import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Mailer } from './mail.ts'
import { createMailer } from './mailer.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { lineOf, type OutboxEntry } from './outbox-index.ts'

const from = 'Muster <no-reply@example.org>'
const mail = {
  to: 'ada@example.org',
  subject: 'Écrivez-nous – 100 % ✓',
  html: '<p>Grüße, <b>Ada</b></p>',
  text: 'Grüße, Ada\n.\nEnd',
}
let folder: string
let outbox: Outbox
let mailer: Mailer

beforeEach(() => {
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'muster-outbox-')), 'outbox')
  outbox = createOutbox(folder)
  mailer = createMailer({ outboxDir: folder, from })
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(path.dirname(folder), { recursive: true, force: true })
})

const indexFile = () => path.join(folder, 'index.jsonl')
const subjectsOf = async () => (await outbox.list()).entries.map(({ subject }) => subject)

describe('the outbox', () => {
  test('receives the mails when no mail server is configured', async () => {
    const delivery = await mailer.send({ ...mail, language: 'fr' })
    expect(delivery).toMatchObject({ accepted: ['ada@example.org'], rejected: [] })
    expect(delivery.messageId).toMatch(/^<.+@example\.org>$/)
    const { entries } = await outbox.list()
    expect(entries).toMatchObject([{ to: ['ada@example.org'], subject: mail.subject, language: 'fr' }])
    expect(Math.abs(Date.parse(entries[0]!.at) - Date.now())).toBeLessThan(60_000)
  })

  test('returns a mail unchanged, including headers and attachments', async () => {
    await mailer.send({
      ...mail,
      replyTo: 'help@example.org',
      headers: { 'X-Kind': 'invitation' },
      attachments: [{ filename: 'añejo.txt', content: 'hello' }],
    })
    const { entries } = await outbox.list()
    const read = (await outbox.read(entries[0]!.id))!
    expect(read.html.trim()).toBe(mail.html)
    expect(read.text.trim()).toBe(mail.text)
    expect(read).toMatchObject({ from, to: mail.to, attachments: [{ filename: 'añejo.txt', bytes: 5 }] })
    expect(read.headers).toContainEqual({ key: 'x-kind', value: 'invitation' })
    expect(read.headers).toContainEqual({ key: 'reply-to', value: 'help@example.org' })
  })

  test('lists the newest mails first, up to the limit', async () => {
    for (const subject of ['one', 'two', 'three']) await mailer.send({ ...mail, subject })
    const first = await outbox.list({ limit: 2 })
    expect(first.entries.map(({ subject }) => subject)).toEqual(['three', 'two'])
    expect(first.newer).toBeUndefined()
    const second = await outbox.list({ limit: 2, before: first.older! })
    expect(second.entries.map(({ subject }) => subject)).toEqual(['one'])
    expect(second.older).toBeUndefined()
    const back = await outbox.list({ limit: 2, from: second.newer! })
    expect(back).toEqual(first)
  })

  test('is private, and empty before the first mail', async () => {
    expect((await outbox.list()).entries).toEqual([])
    await mailer.send(mail)
    const names = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
    expect(names.filter((name) => name.isFile())).toHaveLength(2)
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of names) {
      const { mode } = fs.statSync(path.join(name.parentPath, name.name))
      expect(mode & 0o777, name.name).toBe(name.isFile() ? 0o600 : 0o700)
    }
  })

  test('does not read files outside its folder', async () => {
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(path.join(folder, '..', 'x.eml'), 'secret')
    expect(await outbox.read('../x')).toBeUndefined()
    expect(await outbox.raw('../x')).toBeUndefined()
    expect(await outbox.read('20260101T000000000-00000000')).toBeUndefined()
  })

  test('limits the length of an index line for mails with many recipients or a long subject', async () => {
    const to = Array.from({ length: 500 }, (_, index) => `person.${index}@example.org`)
    await mailer.send({ ...mail, to, subject: 'x'.repeat(5000) })
    const { entries } = await outbox.list()
    expect(entries[0]!.to).toHaveLength(6)
    expect(fs.statSync(indexFile()).size).toBeLessThan(1000)
    expect((await outbox.read(entries[0]!.id))!.subject).toHaveLength(5000)
  })

  test('lists and reads the mails of the previous layout, after newer ones', async () => {
    fs.mkdirSync(folder, { recursive: true })
    for (const n of [2, 1]) {
      const id = `20260101T00000000${n}-0000000${n}`
      const entry = { id, date: '2026-01-01T00:00:00.000Z', from, to: [mail.to], subject: `Old ${n}` }
      fs.writeFileSync(path.join(folder, `${id}.json`), JSON.stringify(entry))
      fs.writeFileSync(path.join(folder, `${id}.eml`), `Subject: Old ${n}\r\n\r\nText ${n}`)
    }
    fs.writeFileSync(path.join(folder, '20260101T000000003-00000003.json'), '{"id":"20')
    await Promise.all([mailer.send({ ...mail, subject: 'New' }), outbox.list()])
    expect(await subjectsOf()).toEqual(['New', 'Old 2', 'Old 1'])
    const { entries } = await outbox.list()
    expect((await outbox.read(entries[2]!.id))!.text.trim()).toBe('Text 1')
    expect(fs.readdirSync(folder).filter((name) => /json$|tmp$/.test(name))).toEqual([])
  })
})

describe('the index', () => {
  test('skips a line that a crash left incomplete, and loses no later line', async () => {
    await mailer.send({ ...mail, subject: 'one' })
    fs.appendFileSync(indexFile(), '\n{"id":"20260101T000000000-00000000","at":"20')
    expect(await subjectsOf()).toEqual(['one'])
    await mailer.send({ ...mail, subject: 'two' })
    expect(await subjectsOf()).toEqual(['two', 'one'])
  })

  test('loses no mail when several processes send many at the same time', async () => {
    const program = `import { createMailer } from ${JSON.stringify(path.join(import.meta.dirname, 'mailer.ts'))}
      const mailer = createMailer({ outboxDir: ${JSON.stringify(folder)}, from: 'a@example.org' })
      const send = (index) => mailer.send({ to: 'ada@example.org', subject: process.argv[1] + index, html: '', text: 'x' })
      await Promise.all(Array.from({ length: 100 }, (_, index) => send(index)))`
    const run = (name: string) =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, name], {
        cwd: import.meta.dirname,
      })
    await Promise.all([run('a'), run('b')])
    const { entries } = await outbox.list({ limit: 1000 })
    const expected = Array.from({ length: 100 }, (_, index) => [`a${index}`, `b${index}`]).flat()
    expect(entries.map(({ subject }) => subject).sort()).toEqual(expected.sort())
  })

  describe('of 100,000 mails', () => {
    const count = 100_000
    const entryOf = (n: number): OutboxEntry => ({
      id: `20260101T${String(n).padStart(9, '0')}-00000000`,
      at: '2026-01-01T00:00:00.000Z',
      to: [`person.${n}@example.org`],
      subject: `Mail ${n}`,
      language: 'en',
    })
    /** Counts the bytes read, files opened and folders listed from now on. */
    function countReads() {
      const counts = { opened: 0, listed: 0, bytes: 0 }
      const { open, readdir, readFile } = fsPromises
      vi.spyOn(fsPromises, 'open').mockImplementation(async (...args) => {
        counts.opened++
        const handle = await open(...args)
        const read = handle.read.bind(handle)
        handle.read = (async (buffer: Buffer, ...rest: [number, number, number]) => {
          const result = await read(buffer, ...rest)
          counts.bytes += result.bytesRead
          return result
        }) as never
        return handle
      })
      vi.spyOn(fsPromises, 'readdir').mockImplementation((...args: unknown[]) => {
        counts.listed++
        return readdir(...(args as [string])) as never
      })
      vi.spyOn(fsPromises, 'readFile').mockImplementation(async (...args) => {
        counts.opened++
        const result = await readFile(...args)
        counts.bytes += result.length
        return result
      })
      return counts
    }

    beforeEach(() => {
      fs.mkdirSync(folder, { recursive: true })
      const lines = Array.from({ length: count }, (_, n) => `\n${lineOf(entryOf(n))}`)
      fs.writeFileSync(indexFile(), lines.join(''))
    })

    test('reads a bounded number of bytes for the first page and one in the middle', async () => {
      const middle = Math.floor(fs.statSync(indexFile()).size / 2)
      const counts = countReads()
      const first = await outbox.list()
      expect(first.entries.map(({ subject }) => subject)).toEqual(
        Array.from({ length: 50 }, (_, n) => `Mail ${count - 1 - n}`),
      )
      expect(counts).toMatchObject({ opened: 1, listed: 0 })
      expect(counts.bytes).toBeLessThan(200_000)
      counts.bytes = 0
      const page = await outbox.list({ before: middle })
      expect(page.entries).toHaveLength(50)
      expect(await outbox.list({ before: page.older! })).toMatchObject({ newer: page.older })
      const back = await outbox.list({ from: page.older! - 1 })
      expect(back.entries).toHaveLength(50)
      expect(counts).toMatchObject({ opened: 4, listed: 0 })
      expect(counts.bytes).toBeLessThan(600_000)
    })

    test('is searched in parts, so that no request reads all of it', async () => {
      const counts = countReads()
      let page = await outbox.list({ to: 'PERSON.77@' })
      let requests = 1
      expect(page.entries).toEqual([])
      while (page.entries.length === 0 && page.older !== undefined) {
        expect(counts.bytes).toBeLessThan(5 * 1024 * 1024)
        counts.bytes = 0
        page = await outbox.list({ to: 'PERSON.77@', before: page.older })
        requests++
      }
      expect(page.entries).toEqual([entryOf(77)])
      expect(requests).toBeGreaterThan(2)
    })

    test('has no gaps between pages', async () => {
      const seen: string[] = []
      let before: number | undefined
      for (let page = 0; page < 30; page++) {
        const { entries, older } = await outbox.list({ limit: 997, ...(before && { before }) })
        seen.push(...entries.map(({ subject }) => subject))
        before = older
      }
      expect(seen).toEqual(Array.from({ length: 30 * 997 }, (_, n) => `Mail ${count - 1 - n}`))
    })
  })
})
