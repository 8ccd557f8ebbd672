/**
 * The built-in outbox: every mail becomes a file, and nothing leaves the machine. A mail is `<day>/<id>.eml`, exactly
 * as a mail server would get it; `index.jsonl` has what a list shows, so that no list opens the mails themselves.
 */
import crypto from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import type { ComposedMail, Transport } from './mail.ts'
import {
  appendToIndex,
  ensureIndex,
  type IndexQuery,
  type OutboxEntry,
  type OutboxPage,
  readIndex,
} from './outbox-index.ts'

export interface OutboxMail {
  id: string
  at: string
  from: string
  /** The `To` header, names included. */
  to: string
  subject: string
  html: string
  text: string
  headers: { key: string; value: string }[]
  attachments: { filename: string; bytes: number }[]
}

export interface Outbox extends Transport {
  /** One page of the list, the newest mail first. */
  list(query?: IndexQuery): Promise<OutboxPage>
  /** One mail, or undefined when no mail has that id. */
  read(id: string): Promise<OutboxMail | undefined>
  /** The message as it was sent, or undefined when no mail has that id. */
  raw(id: string): Promise<Buffer | undefined>
}

/** Also keeps an id from naming a file outside the folder. */
const idPattern = /^(\d{8})T\d{9}-[0-9a-f]{8}$/

export function createOutbox(folder: string): Outbox {
  let ready: Promise<void> | undefined
  const index = async () => {
    ready ??= ensureIndex(folder)
    // A failure, such as a full disk, must not last until the next start.
    await ready.catch((error) => {
      ready = undefined
      throw error
    })
    return folder
  }
  return {
    async deliver(mail) {
      await index()
      const id = newId(new Date())
      const file = fileOf(folder, id)
      await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      await fs.writeFile(file, mail.raw, { mode: 0o600, flag: 'wx' })
      // Last: a mail is listed once it is complete.
      await appendToIndex(folder, await entryOf(id, mail))
      const { messageId, envelope } = mail
      return { messageId, accepted: envelope.to, rejected: [], response: `250 Kept as ${id}` }
    },
    list: async (query = {}) => readIndex(await index(), query),
    raw: (id) => readRaw(folder, id),
    async read(id) {
      const raw = await readRaw(folder, id)
      return raw && parse(id, raw)
    },
    close: async () => {},
  }
}

/** The bytes are all a transport is given, so what the list shows comes from their header. */
async function entryOf(id: string, { raw, envelope }: ComposedMail): Promise<OutboxEntry> {
  const end = raw.indexOf('\r\n\r\n')
  const { headers, subject = '' } = await PostalMime.parse(end < 0 ? raw : raw.subarray(0, end + 4))
  const language = headers.find(({ key }) => key === 'content-language')?.value
  return { id, at: dateOf(id), to: envelope.to, subject, ...(language && { language }) }
}

async function parse(id: string, raw: Buffer): Promise<OutboxMail> {
  const mail = await PostalMime.parse(raw)
  return {
    id,
    at: dateOf(id),
    from: mail.from ? nameAndAddress(mail.from) : '',
    to: (mail.to ?? []).map(nameAndAddress).join(', '),
    subject: mail.subject ?? '',
    html: mail.html ?? '',
    text: mail.text ?? '',
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
    attachments: mail.attachments.map(({ filename, content }) => ({
      filename: filename ?? '',
      bytes: Buffer.byteLength(content as ArrayBuffer | string),
    })),
  }
}

function nameAndAddress({ name, address = '' }: { name: string; address?: string | undefined }): string {
  return name ? `${name} <${address}>` : address
}

/** Mails from before there was an index are in the folder itself. */
async function readRaw(folder: string, id: string): Promise<Buffer | undefined> {
  if (!idPattern.test(id)) return undefined
  for (const file of [fileOf(folder, id), path.join(folder, `${id}.eml`)]) {
    try {
      return await fs.readFile(file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return undefined
}

function fileOf(folder: string, id: string): string {
  return path.join(folder, id.slice(0, 8), `${id}.eml`)
}

/** Such as `20261121T031350123-1a2b3c4d`. */
function newId(date: Date): string {
  return `${date.toISOString().replace(/[-:.Z]/g, '')}-${crypto.randomBytes(4).toString('hex')}`
}

/** The time in an id, as ISO 8601 in UTC. */
function dateOf(id: string): string {
  return id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})-.*$/, '$1-$2-$3T$4:$5:$6.$7Z')
}
