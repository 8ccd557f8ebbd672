/**
 * The list of mails in the outbox: an append-only file with one line of JSON per mail. Pages are read from
 * its end backwards, so that their cost does not depend on the number of mails. Byte offsets in the file
 * serve as cursors.
 */
import crypto from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const entrySchema = z.object({
  id: z.string(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  language: z.string().optional(),
})
export type OutboxEntry = z.output<typeof entrySchema>

export interface IndexQuery {
  /** A cursor: only mails before it, i.e. older ones. */
  before?: number
  /** A cursor: only mails from it on, i.e. newer ones. */
  from?: number
  /** Part of a recipient's address, in any case. */
  to?: string
  /** Entries per page. */
  limit?: number
}

export interface OutboxPage {
  /** Newest first. */
  entries: OutboxEntry[]
  /** `before` of the page of older mails; undefined on the last page. */
  older: number | undefined
  /** `from` of the page of newer mails; undefined on the first page. */
  newer: number | undefined
}

interface Line {
  /** The offset of the line and of the next one, in bytes. */
  start: number
  end: number
  entry: OutboxEntry
}

const chunkBytes = 64 * 1024
/** The maximum that one request reads; a search continues there on its next page. */
const maxReadBytes = 4 * 1024 * 1024
/** Keeps a line short enough to be appended atomically. */
const maxTextLength = 200
const maxRecipients = 5

const fileIn = (folder: string) => path.join(folder, 'index.jsonl')

/**
 * Appends the line in one write, so that lines of several processes do not mix. The line break in front ends
 * a line that a crash left incomplete, so that this one does not become part of it.
 */
export async function appendToIndex(folder: string, entry: OutboxEntry): Promise<void> {
  await fs.appendFile(fileIn(folder), `\n${lineOf(entry)}`, { mode: 0o600 })
}

/** An entry as a line of JSON, with the line break. */
export function lineOf(entry: OutboxEntry): string {
  const short = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text)
  const others = entry.to.length - maxRecipients
  const to = entry.to.slice(0, maxRecipients).map(short)
  if (others > 0) to.push(`+ ${others}`)
  return `${JSON.stringify({ ...entry, to, subject: short(entry.subject) })}\n`
}

/**
 * Creates a missing index, with the mails of the previous layout, which had `<id>.json` next to each mail.
 * Linking the file is atomic, so that exactly one of several processes succeeds.
 */
export async function ensureIndex(folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const file = fileIn(folder)
  if (await exists(file)) return
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  const unfinished = `${file}.${crypto.randomUUID()}.tmp`
  const handle = await fs.open(unfinished, 'wx', 0o600)
  try {
    for (const name of names) {
      const entry = previousEntry(await fs.readFile(path.join(folder, name), 'utf8').catch(() => ''))
      if (entry) await handle.appendFile(lineOf(entry))
    }
  } finally {
    await handle.close()
  }
  try {
    await fs.link(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return
  } finally {
    await fs.rm(unfinished, { force: true })
  }
  for (const name of names) await fs.rm(path.join(folder, name), { force: true })
}

export async function readIndex(
  folder: string,
  { before, from, to = '', limit = 50 }: IndexQuery,
): Promise<OutboxPage> {
  const file = await fs.open(fileIn(folder), 'r')
  try {
    const { size } = await file.stat()
    const isMatch = matcherOf(to)
    const isForward = from !== undefined
    const end = Math.min(before ?? size, size)
    const { lines, reached } = isForward
      ? await readForward(file, Math.min(from, size), size, limit, isMatch)
      : await readBackward(file, end, limit, isMatch)
    const older = await startOfEntries(file, isForward ? (lines[0]?.start ?? from) : reached)
    const newer = isForward ? reached : end
    return {
      entries: lines.map(({ entry }) => entry).reverse(),
      older: older > 0 ? older : undefined,
      newer: newer < size ? newer : undefined,
    }
  } finally {
    await file.close()
  }
}

interface Scan {
  /** Oldest first. */
  lines: Line[]
  /** Where the next scan in the same direction continues. */
  reached: number
}

/** The last lines that end before `end`. */
async function readBackward(
  file: fs.FileHandle,
  end: number,
  limit: number,
  isMatch: (entry: OutboxEntry) => boolean,
): Promise<Scan> {
  const found: Line[] = []
  const stopAt = Math.max(0, end - maxReadBytes)
  let position = end
  let rest: Buffer = Buffer.alloc(0)
  while (position > stopAt) {
    const start = Math.max(stopAt, position - chunkBytes)
    const chunk = Buffer.concat([await readAt(file, start, position), rest])
    // The first line may begin before the chunk; it is parsed together with the next chunk.
    const firstBreak = start === 0 ? -1 : chunk.indexOf('\n')
    if (start > 0 && firstBreak < 0) {
      if (chunk.length > chunkBytes) return { lines: found, reached: start }
      rest = chunk
      position = start
      continue
    }
    const lines = linesOf(chunk.subarray(firstBreak + 1), start + firstBreak + 1).filter(({ entry }) =>
      isMatch(entry),
    )
    for (const line of lines.reverse()) {
      found.unshift(line)
      if (found.length === limit) return { lines: found, reached: line.start }
    }
    rest = chunk.subarray(0, firstBreak + 1)
    position = start
  }
  return { lines: found, reached: position === 0 ? 0 : position + rest.length }
}

/** 0 when only blank lines precede this position, so that there is no older page; else the position. */
async function startOfEntries(file: fs.FileHandle, position: number): Promise<number> {
  if (position > 8) return position
  return (await readAt(file, 0, position)).toString('latin1').trim() === '' ? 0 : position
}

/** The first lines from `start` on. */
async function readForward(
  file: fs.FileHandle,
  start: number,
  size: number,
  limit: number,
  isMatch: (entry: OutboxEntry) => boolean,
): Promise<Scan> {
  const found: Line[] = []
  const stopAt = Math.min(size, start + maxReadBytes)
  let position = start
  while (position < stopAt) {
    const chunk = await readAt(file, position, Math.min(stopAt, position + chunkBytes))
    const lastBreak = chunk.lastIndexOf('\n')
    // A chunk without a line break is incomplete or still being written.
    if (lastBreak < 0) return { lines: found, reached: position + chunk.length }
    const whole = chunk.subarray(0, lastBreak + 1)
    for (const line of linesOf(whole, position).filter(({ entry }) => isMatch(entry))) {
      found.push(line)
      if (found.length === limit) return { lines: found, reached: line.end }
    }
    position += whole.length
  }
  return { lines: found, reached: position }
}

/** The valid lines of a buffer that begins at a line; skips incomplete and blank lines. */
function linesOf(buffer: Buffer, offset: number): Line[] {
  const lines: Line[] = []
  for (let start = 0; start < buffer.length; ) {
    const lineBreak = buffer.indexOf('\n', start)
    const end = lineBreak < 0 ? buffer.length : lineBreak + 1
    const entry = entryOf(buffer.toString('utf8', start, end))
    if (entry) lines.push({ start: offset + start, end: offset + end, entry })
    start = end
  }
  return lines
}

function entryOf(text: string): OutboxEntry | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return entrySchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Entries of the previous layout have `date` instead of `at`. */
function previousEntry(text: string): OutboxEntry | undefined {
  const entry = entryOf(text.replace('"date":', '"at":'))
  return entry && { id: entry.id, at: entry.at, to: entry.to, subject: entry.subject }
}

function matcherOf(text: string): (entry: OutboxEntry) => boolean {
  const search = text.trim().toLowerCase()
  return ({ to }) => search === '' || to.some((address) => address.toLowerCase().includes(search))
}

async function readAt(file: fs.FileHandle, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.alloc(end - start)
  const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
  return buffer.subarray(0, bytesRead)
}

async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  )
}
