/**
 * The built-in outbox writes every mail to a file, and nothing leaves the machine. `<day>/<id>.eml` has
 * exactly the bytes that a mail server would receive; `index.jsonl` has the data of the list, so that listing
 * does not open the mails.
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
  /** The `To` header, with names. */
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
  /** A parsed mail, or undefined when no mail has this id. */
  read(id: string): Promise<OutboxMail | undefined>
  /** The raw message, or undefined when no mail has this id. */
  raw(id: string): Promise<Buffer | undefined>
}

/** Also prevents path traversal. */
const idPattern = /^(\d{8})T\d{9}-[0-9a-f]{8}$/

export function createOutbox(folder: string): Outbox {
  let ready: Promise<void> | undefined
  const index = async () => {
    ready ??= ensureIndex(folder)
    // Retry after a failure such as a full disk.
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
      // Last, so that only complete mails are listed.
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

/** A transport gets only the raw message, so the data of the list is parsed from its header. */
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

/** Mails of the previous layout are in the folder itself. */
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
