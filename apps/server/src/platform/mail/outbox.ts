/** The built-in outbox: every mail is a file that can be read, and nothing leaves the machine. */
import crypto from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'
import PostalMime from 'postal-mime'
import type { Mail, Mailer } from './mailer.ts'

export interface OutboxEntry {
  id: string
  /** ISO 8601 in UTC. */
  date: string
  from: string
  to: string[]
  subject: string
}

export interface OutboxMail extends OutboxEntry {
  html: string
  text: string
  headers: { key: string; value: string }[]
}

export interface Outbox extends Mailer {
  /** The newest mails first. */
  list(limit?: number): Promise<OutboxEntry[]>
  /** One mail, or undefined when there is none of that id. */
  read(id: string): Promise<OutboxMail | undefined>
}

/** Also keeps an id from naming a file outside the folder. */
const idPattern = /^\d{8}T\d{9}-[0-9a-f]{8}$/

/**
 * Each mail is `<id>.eml`, as a mail server would get it, beside `<id>.json` with what a list shows. One index
 * file for all would be lost between two processes that write at the same time. Ids sort by time.
 */
export function createOutboxMailer(folder: string, from: string): Outbox {
  const composer = nodemailer.createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from },
  )
  return {
    async send(mail: Mail) {
      const { message, messageId } = await composer.sendMail(mail)
      const date = new Date()
      const id = newId(date)
      const to = [mail.to].flat()
      const entry: OutboxEntry = { id, date: date.toISOString(), from, to, subject: mail.subject }
      await fs.mkdir(folder, { recursive: true, mode: 0o700 })
      await fs.writeFile(path.join(folder, `${id}.eml`), message as Buffer, { mode: 0o600 })
      // Last, and under another name first: a mail is listed when it is complete.
      const unfinished = path.join(folder, `${id}.tmp`)
      await fs.writeFile(unfinished, JSON.stringify(entry), { mode: 0o600 })
      await fs.rename(unfinished, path.join(folder, `${id}.json`))
      return { messageId }
    },
    list: (limit = 100) => listEntries(folder, limit),
    read: (id) => readMail(folder, id),
    close: async () => composer.close(),
  }
}

async function listEntries(folder: string, limit: number): Promise<OutboxEntry[]> {
  const names = await fs.readdir(folder).catch(() => [] as string[])
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, limit)
  const entries = await Promise.all(newest.map((name) => readEntry(folder, name.slice(0, -'.json'.length))))
  return entries.filter((entry) => entry !== undefined)
}

async function readEntry(folder: string, id: string): Promise<OutboxEntry | undefined> {
  const text = await fs.readFile(path.join(folder, `${id}.json`), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as OutboxEntry)
}

async function readMail(folder: string, id: string): Promise<OutboxMail | undefined> {
  if (!idPattern.test(id)) return undefined
  const entry = await readEntry(folder, id)
  if (!entry) return undefined
  const parsed = await PostalMime.parse(await fs.readFile(path.join(folder, `${id}.eml`)))
  const headers = parsed.headers.map(({ key, value }) => ({ key, value }))
  return { ...entry, html: parsed.html ?? '', text: parsed.text ?? '', headers }
}

/** Such as `20261121T031350123-1a2b3c4d`. */
function newId(date: Date): string {
  return `${date.toISOString().replace(/[-:.Z]/g, '')}-${crypto.randomBytes(4).toString('hex')}`
}
