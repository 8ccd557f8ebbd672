/**
 * Mails per second of a message with its ledger, against a bare nodemailer pool that composes the same mails and keeps
 * nothing; both with the same number of connections, to the same server in another process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Composer } from '@muster/server/src/features/messages/sender/composer.ts'
import { SendLoop } from '@muster/server/src/features/messages/sender/loop.ts'
import { smtpTransport } from '@muster/server/src/features/messages/transports/smtp.ts'
import { createPool, transaction } from '@muster/server/src/platform/db.ts'
import { Live } from '@muster/server/src/platform/live.ts'
import { createLogger } from '@muster/server/src/platform/log.ts'
import { composeMail } from '@muster/server/src/platform/mail/compose.ts'
import { migrateMuster, migrateTeam } from '@muster/server/src/platform/migrate.ts'
import nodemailer from 'nodemailer'
import type pg from 'pg'
import type { Result } from './load.ts'
import type { SinkState } from './mail-sink.ts'
import type { World } from './world.ts'

export const sendName = 'send'
const connections = 10
const from = { name: 'Food bank', address: 'news@bank.example' }
const subject = 'What is new at the food bank'

export async function measureSend(world: World, count: number): Promise<Result> {
  const sink = fork(path.join(import.meta.dirname, 'mail-sink.ts'), { execArgv: ['--import', 'tsx'] })
  const [{ port }] = (await once(sink, 'message')) as [{ port: number }]
  const place = await createPlace(world.databaseUrl)
  const rates = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < 3; round++) {
    rates.bare.push(await sendBare(sink, port, Math.ceil(count / 20)))
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
  pool: pg.Pool
  teamId: number
}

/** A database of its own, so that the server of the other measurements does not send the message. */
async function createPlace(databaseUrl: string): Promise<Place> {
  const admin = createPool(databaseUrl, { max: 1 })
  await admin.query('drop database if exists bench_send with (force)')
  await admin.query('create database bench_send')
  await admin.end()
  const url = new URL(databaseUrl)
  url.pathname = '/bench_send'
  const pool = createPool(url.href, { max: 6, name: 'bench send' })
  await migrateMuster(pool)
  const teamId = await transaction(pool, async (client) => {
    const { rows } = await client.query("insert into muster.team (name) values ('Bench') returning id")
    await migrateTeam(client, rows[0].id)
    return rows[0].id as number
  })
  return { url: url.href, pool, teamId }
}

/** @throws Error unless the server has taken so many mails, all to different people */
async function checkSink(sink: ChildProcess, count: number): Promise<void> {
  sink.send('state')
  const [{ mails, doubles }] = (await once(sink, 'message')) as [SinkState]
  if (mails !== count || doubles > 0) throw new Error(`${mails} of ${count} mails came, ${doubles} twice`)
}

/** @returns mails per second */
async function sendBare(sink: ChildProcess, port: number, count: number): Promise<number> {
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
      const n = next++
      const to = `bare${n}@people.example`
      await transport.sendMail({ from, to, subject, html: html(nameOf(n), to), text: text(nameOf(n)) })
    }
  }
  await Promise.all(Array.from({ length: connections * 2 }, sendNext))
  const seconds = (performance.now() - startedAt) / 1000
  transport.close()
  await checkSink(sink, count)
  return count / seconds
}

/** @returns mails per second, from the start until the message has ended */
async function sendMessage(
  { url, pool, teamId }: Place,
  sink: ChildProcess,
  { port, count }: { port: number; count: number },
): Promise<number> {
  const messageId = await createMessage(pool, teamId, { port, count })
  const log = createLogger('error')
  const live = new Live({ pool, url, log })
  await live.start()
  const server = { host: '127.0.0.1', port, isSecure: false, user: '', password: '', isPrivateAllowed: true }
  const loop = new SendLoop({
    deps: { pool, live, log },
    composer: await composerOf(),
    transportOf: async () => smtpTransport({ ...server, maxConnections: connections }),
  })
  const startedAt = performance.now()
  loop.start()
  for (;;) {
    const { rows } = await pool.query('select status from muster.outgoing_message where id = $1', [messageId])
    if (rows[0].status === 'SENT') break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const seconds = (performance.now() - startedAt) / 1000
  await loop.stop()
  await live.stop()
  await checkSink(sink, count)
  return count / seconds
}

async function createMessage(
  pool: pg.Pool,
  teamId: number,
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
    `insert into team_${teamId}.message_recipient (message_id, address, address_hash, language, values, state)
     select $1::bigint, $1::bigint || '.' || n || '@people.example', sha256(convert_to($1::bigint || '.' || n, 'UTF8')), 'en',
       jsonb_build_object('n', n), 'waiting'
     from generate_series(1, $2::int) n`,
    [messageId, count],
  )
  await pool.query(`analyze team_${teamId}.message_recipient`)
  return messageId
}

const marks = { name: 'MERGEFIELDNAME', to: 'merge.field.to@people.example', id: 'mergefieldid' }

/** Composes the mail once, and puts a recipient's values into it. */
async function composerOf(): Promise<Composer> {
  const composed = await composeMail(
    {
      to: marks.to,
      subject,
      html: html(marks.name, marks.to),
      text: text(marks.name),
      messageId: `<${marks.id}@bank.example>`,
    },
    from,
  )
  const pattern = new RegExp(Object.values(marks).join('|'))
  const raw = composed.raw.toString('latin1')
  const parts = raw.split(pattern)
  const found = raw.match(new RegExp(pattern, 'g')) ?? []
  return {
    async compose({ id, address, values }) {
      const valueFor = { [marks.name]: nameOf(Number(values.n)), [marks.to]: address, [marks.id]: `r${id}` }
      const text = parts.map((part, index) => part + (valueFor[found[index] ?? ''] ?? '')).join('')
      const envelope = { from: from.address, to: [address] }
      return {
        kind: 'EMAIL',
        raw: Buffer.from(text, 'latin1'),
        envelope,
        messageId: `<r${id}@bank.example>`,
      }
    },
  }
}

const nameOf = (n: number): string => `Person ${n}`

/** About 40 kB, as much as a newsletter has. */
function html(name: string, to: string): string {
  const row = (n: number) =>
    `<tr><td style="padding:12px 24px;font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#1f2933">
      <h2 style="margin:0 0 8px;font-size:20px">Été ${n}: bread, milk and apples</h2>
      <p style="margin:0 0 16px">We have enough for everybody who comes on Tuesday between nine and twelve o’clock.</p>
      <a href="https://bank.example/news/${n}" style="color:#0b6e4f;text-decoration:underline">Read more</a></td></tr>`
  const rows = Array.from({ length: 85 }, (_, n) => row(n)).join('\n')
  return `<!doctype html><html lang="en"><body><table role="presentation" width="600">
    <tr><td>Dear ${name},</td></tr>${rows}
    <tr><td>${to}</td></tr></table></body></html>`
}

const text = (name: string): string => `Dear ${name},\n\n${'We have bread, milk and apples.\n'.repeat(60)}`
