/**
 * Mails per second of a message with its ledger, merge fields, and links and opens that are counted, against a bare
 * nodemailer pool that composes the same mails, counts nothing and keeps nothing; both with the same number of connections,
 * to the same server in another process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type MessageBlock, newBlock } from '@muster/contract/messages/blocks/index'
import { messageDesignSchema } from '@muster/contract/messages/design'
import { compileMail } from '@muster/server/src/features/messages/content/compile.ts'
import {
  prepareContent,
  renderContent,
  valuesFor,
} from '@muster/server/src/features/messages/content/render.ts'
import { mergeData, type StoredContent } from '@muster/server/src/features/messages/rendering.ts'
import { SendLoop } from '@muster/server/src/features/messages/sender/loop.ts'
import { MessageComposer } from '@muster/server/src/features/messages/sender/message-composer.ts'
import { smtpTransport } from '@muster/server/src/features/messages/transports/smtp.ts'
import { createPool, transaction } from '@muster/server/src/platform/db.ts'
import { Live } from '@muster/server/src/platform/live.ts'
import { createLogger } from '@muster/server/src/platform/log.ts'
import { migrateMuster, migrateTeam } from '@muster/server/src/platform/migrate.ts'
import nodemailer from 'nodemailer'
import type pg from 'pg'
import type { Result } from './load.ts'
import type { SinkState } from './mail-sink.ts'
import type { World } from './world.ts'

export const sendName = 'send'
const connections = 10
const from = { name: 'Food bank', address: 'news@bank.example' }
const publicUrl = 'https://muster.bank.example'

export async function measureSend(world: World, count: number): Promise<Result> {
  const sink = fork(path.join(import.meta.dirname, 'mail-sink.ts'), { execArgv: ['--import', 'tsx'] })
  const [{ port }] = (await once(sink, 'message')) as [{ port: number }]
  const place = await createPlace(world)
  const bareMail = bareMailOf(place.content)
  const rates = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < 3; round++) {
    rates.bare.push(await sendBare(sink, { port, count: Math.ceil(count / 20), bareMail }))
    rates.ours.push(await sendMessage(place, sink, { port, count: Math.ceil(count / 3) }))
  }
  await place.pool.end()
  sink.kill()
  const median = (all: number[]): number => all.sort((a, b) => a - b)[1] as number
  const [ours, bare] = [median(rates.ours), median(rates.bare)]
  return {
    name: `${sendName} of ${count.toLocaleString('en')} mails`,
    ratio: ours / bare,
    reqPerSec: ours,
    p50: 1000 / ours,
    p99: 1000 / (rates.ours[0] as number),
    baseline: { reqPerSec: bare, p50: 1000 / bare, p99: 1000 / (rates.bare[0] as number) },
  }
}

interface Place {
  url: string
  secret: string
  content: StoredContent
  pool: pg.Pool
  teamId: number
}

async function createPlace(world: World): Promise<Place> {
  const { url, teamId } = await createSendDatabase(world)
  const pool = createPool(url, { max: 6, name: 'bench send' })
  return { url, secret: world.secret, pool, teamId, content: await newsletter() }
}

/** A database of its own with a team, so that the server of the other measurements does not send the message. */
export async function createSendDatabase({ databaseUrl }: World): Promise<{ url: string; teamId: number }> {
  const admin = createPool(databaseUrl, { max: 1 })
  await admin.query('drop database if exists bench_send with (force)')
  await admin.query('create database bench_send')
  await admin.end()
  const url = new URL(databaseUrl)
  url.pathname = '/bench_send'
  const pool = createPool(url.href, { max: 2, name: 'bench send' })
  await migrateMuster(pool)
  const teamId = await transaction(pool, async (client) => {
    const { rows } = await client.query("insert into muster.team (name) values ('Bench') returning id")
    await migrateTeam(client, rows[0].id)
    return rows[0].id as number
  })
  await pool.end()
  return { url: url.href, teamId }
}

/** @throws Error unless the server has taken so many mails, all to different people */
async function checkSink(sink: ChildProcess, count: number): Promise<void> {
  sink.send('state')
  const [{ mails, doubles }] = (await once(sink, 'message')) as [SinkState]
  if (mails !== count || doubles > 0) throw new Error(`${mails} of ${count} mails came, ${doubles} twice`)
}

/** @returns mails per second */
async function sendBare(
  sink: ChildProcess,
  { port, count, bareMail }: { port: number; count: number; bareMail: (n: number) => Mail },
): Promise<number> {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  const startedAt = performance.now()
  let next = 0
  const sendNext = async (): Promise<void> => {
    while (next < count) {
      await transport.sendMail({ from, ...bareMail(next++) })
    }
  }
  await Promise.all(Array.from({ length: connections * 2 }, sendNext))
  const seconds = (performance.now() - startedAt) / 1000
  transport.close()
  await checkSink(sink, count)
  return count / seconds
}

const megabytes = (): number => Math.round(process.memoryUsage.rss() / 1024 / 1024)

/** Prints the memory of this process, which sends: it must not grow with the number of mails. */
function printMemory(count: number, samples: readonly number[]): void {
  const [start, middle, end] = [samples[0], samples[samples.length >> 1], samples.at(-1)]
  console.log(
    `send: ${count.toLocaleString('en')} mails with ${start} MB of memory at the start, ${middle} MB in the middle,` +
      ` ${end} MB at the end, ${Math.max(...samples)} MB at most`,
  )
}

/** @returns mails per second, from the start until the message has ended */
async function sendMessage(
  place: Place,
  sink: ChildProcess,
  { port, count }: { port: number; count: number },
): Promise<number> {
  const { url, pool, secret } = place
  const messageId = await createMessage(place, { port, count })
  const log = createLogger('error')
  const live = new Live({ pool, url, log })
  await live.start()
  const server = { host: '127.0.0.1', port, isSecure: false, user: '', password: '', isPrivateAllowed: true }
  const loop = new SendLoop({
    deps: { pool, live, log },
    composer: new MessageComposer({ pool, config: { publicUrl, secret } }),
    transportOf: async () => smtpTransport({ ...server, maxConnections: connections }),
  })
  const startedAt = performance.now()
  const samples: number[] = []
  loop.start()
  for (;;) {
    samples.push(megabytes())
    const { rows } = await pool.query('select status from muster.outgoing_message where id = $1', [messageId])
    if (rows[0].status === 'SENT') break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const seconds = (performance.now() - startedAt) / 1000
  await loop.stop()
  await live.stop()
  await checkSink(sink, count)
  printMemory(count, samples)
  return count / seconds
}

async function createMessage(
  { pool, teamId, content }: Place,
  { port, count }: { port: number; count: number },
): Promise<number> {
  const { rows: senders } = await pool.query(
    `insert into muster.message_sender (team_id, name, delivery_method, transport, from_name, from_address, settings,
       rate_per_second)
     values ($1, gen_random_uuid(), 'EMAIL', 'smtp', $2, $3, $4, 2000) returning id`,
    [teamId, from.name, from.address, { host: '127.0.0.1', port }],
  )
  const { rows: messages } = await pool.query(
    `insert into muster.outgoing_message (team_id, internal_name, delivery_method, content_type, content_language,
       sender_id, status, started_at, frozen_at)
     values ($1, 'Newsletter', 'EMAIL', 'MARKETING', 'en', $2, 'SENDING', now(), now()) returning id`,
    [teamId, senders[0].id],
  )
  const messageId = messages[0].id
  await pool.query(
    `insert into muster.outgoing_message_content (outgoing_message_id, language, design, compiled)
     values ($1, 'en', '{}', $2)`,
    [messageId, JSON.stringify(content)],
  )
  await pool.query(
    `insert into team_${teamId}.message_recipient (message_id, address, address_hash, language, values, state)
     select $1::bigint, $1::bigint || '.' || n || '@people.example', sha256(convert_to($1::bigint || '.' || n, 'UTF8')), 'en',
       jsonb_build_object('name', 'Person ' || n, 'city', 'City ' || n), 'waiting'
     from generate_series(1, $2::int) n`,
    [messageId, count],
  )
  await pool.query(`analyze team_${teamId}.message_recipient`)
  return messageId
}

/** About 40 kB, as much as a newsletter has, with 25 links. */
async function newsletter(): Promise<StoredContent> {
  let last = 0
  const block = (type: MessageBlock['type'], settings: object): MessageBlock => {
    const made = newBlock(type, () => `b${++last}`)
    return { ...made, settings: { ...made.settings, ...settings } } as MessageBlock
  }
  const story = (n: number) => [
    block('heading', { text: `Été ${n}: bread, milk and apples` }),
    block('text', {
      html: `<p>We have enough for everybody in {{ field.city }} who comes on Tuesday between nine and twelve o’clock.
        <a href="https://bank.example/news/${n}">Read more</a></p>`,
    }),
  ]
  const blocks = [
    block('text', { html: '<p>Dear {{ field.name | default: "friend" }},</p>' }),
    ...Array.from({ length: 25 }, (_, n) => story(n)).flat(),
    block('text', { html: '<p><a href="{{ system.unsubscribe_url }}">Unsubscribe</a></p>' }),
  ]
  const design = messageDesignSchema.parse({ settings: {}, blocks })
  const mail = { subjectLine: 'News for {{ field.name }}', preheader: '', textOnly: null, design }
  const { content } = await compileMail(mail, { language: 'en', imageUrl: () => null })
  const shared = { teamName: 'Food bank', postalAddress: 'Main Street 1', subject: null, timeZone: 'UTC' }
  return { plan: content, shared }
}

interface Mail {
  to: string
  subject: string
  html: string
  text: string
}

/** The same mail for the bare pool, as texts that are ready but for the values. */
function bareMailOf({ plan, shared }: StoredContent): (n: number) => Mail {
  const marks = { name: 'MERGENAME', city: 'MERGECITY' }
  const prepared = prepareContent(plan)
  const page = `${publicUrl}/u/${'x'.repeat(48)}`
  const { subject, html, text } = renderContent(
    prepared,
    valuesFor(prepared, mergeData(marks, shared, page), shared.timeZone),
  )
  const filled = (of: string, n: number) =>
    of.replaceAll(marks.name, `Person ${n}`).replaceAll(marks.city, `City ${n}`)
  return (n) => ({
    to: `bare${n}@people.example`,
    subject: filled(subject, n),
    html: filled(html ?? '', n),
    text: filled(text, n),
  })
}
