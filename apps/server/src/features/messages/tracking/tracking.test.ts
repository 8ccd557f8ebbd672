/** Opens and clicks are counted, once and for people only, and links lead where the mail says. */

import { messagesApi } from '@muster/contract/messages/messages.api'
import { notificationTypes } from '@muster/contract/messages/notifications'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admin, deps, inAnApp, team, withWorld, world } from '../../../../test/in-a-world.ts'
import { loadModel } from '../../../engine/public.ts'
import { ident, one, rows, run, sql, transaction } from '../../../platform/db.ts'
import { createServer } from '../../../platform/http/server.ts'
import { notifyRecipient } from '../consent/suppressions.repo.ts'
import { block } from '../content/content.test-support.ts'
import { contentsOf, lockMessage } from '../messages.repo.ts'
import { messagesRoutes } from '../messages.routes.ts'
import { aMessage } from '../messages.test-support.ts'
import { recipientTokens } from '../recipient-token.ts'
import { compileContents } from '../rendering.ts'
import type { HitWriter } from './hit-writer.ts'
import { installTracking } from './tracking.ts'

inAnApp((all) => (bindTo) => bindTo(messagesApi, messagesRoutes(all)))
withWorld()

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'

let app: FastifyInstance
let writer: HitWriter
beforeAll(async () => {
  app = await createServer(deps.config, deps.log)
  writer = installTracking(app, deps)
})
afterAll(() => app.close())

let messageId: number
beforeEach(async () => {
  messageId = await sentMessage()
})

/** Links: 0 to 3 lead to a news page of their own, 4 to the person's site, 5 is mail, 6 unsubscribes. */
async function sentMessage(): Promise<number> {
  const { teamId, admin: author } = world.team
  const id = await aMessage(deps, { teamId, ownedBy: author.teamUserId, status: 'SENT' })
  const urls = [
    ...[0, 1, 2, 3].map((n) => `https://news.example/${n}?q=a&x=é`),
    'https://people.example/{{ field.name }}',
    '{{ field.notes }}',
    'mailto:desk@bank.example',
  ]
  const design = {
    settings: {},
    blocks: [
      ...urls.map((url) => block('button', { label: 'Go', url })),
      block('text', { html: '<p><a href="{{ system.unsubscribe_url }}">Leave</a></p>' }),
    ],
  }
  await run(
    deps.pool,
    sql`update muster.outgoing_message_content set design = ${JSON.stringify(design)} where outgoing_message_id = ${id}`,
  )
  await transaction(deps.pool, async (client) => {
    const message = (await lockMessage(client, teamId, id))!
    const model = await loadModel(client, teamId)
    const contents = await contentsOf(client, id)
    await compileContents(deps, client, { message, contents, model, caller: author.teamUser })
  })
  return id
}

async function aRecipient(values: object = {}, handedSecondsAgo = 3600): Promise<number> {
  const row = await one<{ id: number }>(
    deps.pool,
    sql`insert into ${ident(world.team.schema, 'message_recipient')} (message_id, address, address_hash, language, values,
          state, handed_at, last_type)
        values (${messageId}, 'ana@people.example', ${Buffer.from(String(Math.random()))}, 'en', ${JSON.stringify(values)},
          'accepted', now() - ${handedSecondsAgo}::int * interval '1 second', 15) returning id`,
  )
  return row!.id
}

const tokenOf = (recipientId: number, teamId = world.team.teamId) =>
  recipientTokens(deps.config.secret, { teamId, recipientId }).tracking

const get = (url: string, agent = browser, more: object = {}) =>
  app.inject({ url, headers: { 'user-agent': agent }, ...more })
const click = (recipientId: number, position: number, agent?: string, more?: object) =>
  get(`/t/c/${tokenOf(recipientId)}/${position}`, agent, more)

async function notedOf(recipientId: number) {
  await writer.flush()
  return rows<{ type: number; isMachine: boolean; position: number | null }>(
    deps.pool,
    sql`select n.type, n.is_machine as "isMachine", l.position
        from ${ident(world.team.schema, 'message_notification')} n
          left join ${ident(world.team.schema, 'message_link')} l on l.id = n.link_id
        where n.recipient_id = ${recipientId} order by n.id`,
  )
}
const [clicked, opened] = [notificationTypes.indexOf('click'), notificationTypes.indexOf('open')]
async function stats() {
  await writer.flush()
  await writer.count()
  return admin.ok(messagesApi.stats, { params: { ...team(), outgoingMessageId: messageId } })
}

describe('a link', () => {
  test('leads where the mail says, and is noted once', async () => {
    const id = await aRecipient()
    for (let n = 0; n < 2; n++) {
      const { statusCode, headers } = await click(id, 1)
      expect(statusCode).toBe(302)
      expect(headers).toMatchObject({
        location: 'https://news.example/1?q=a&x=%C3%A9',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
    }
    expect(await notedOf(id)).toEqual([{ type: clicked, isMachine: false, position: 1 }])
    await click(id, 1)
    expect(await notedOf(id)).toHaveLength(1)
    await click(id, 2)
    expect(await notedOf(id)).toHaveLength(2)
    const { links, byLanguage, counts } = await stats()
    expect(links.map(({ people, clicks, machines }) => [people, clicks, machines])).toEqual([
      [0, 0, 0],
      [1, 1, 0],
      [1, 1, 0],
      ...Array(5).fill([0, 0, 0]),
    ])
    expect(byLanguage).toMatchObject([{ languageId: 'en', recipients: 1, opened: 1, clicked: 1 }])
    expect(counts.outcomes).toMatchObject({ opened: 1, clicked: 1 })
  })

  test('has the values of its recipient, and leads to the web only', async () => {
    const id = await aRecipient({ name: 'a/../b?c=é&', notes: 'https://own.example/x' })
    expect((await click(id, 4)).headers.location).toBe('https://people.example/a%2F..%2Fb%3Fc%3D%C3%A9%26')
    expect((await click(id, 5)).headers.location).toBe('https://own.example/x')
    for (const notes of [
      'javascript:alert(1)',
      'mailto:a@b.example',
      '//evil.example',
      '',
      'data:text/html,x',
    ]) {
      expect((await click(await aRecipient({ notes }), 5)).statusCode, notes).toBe(404)
    }
    expect((await click(id, 6)).statusCode).toBe(404)
  })

  test.each(['%2F%2Fevil.example', '-1', '99', '0x1', '1.5', ''])('is not found at %j', async (position) => {
    const id = await aRecipient()
    const { statusCode, headers } = await get(`/t/c/${tokenOf(id)}/${position}?url=https://evil.example`)
    expect([statusCode, headers.location]).toEqual([404, undefined])
    expect(await notedOf(id)).toEqual([])
  })

  test('is not found with a token that was not signed for the recipient', async () => {
    const [id, other] = [await aRecipient(), await aRecipient()]
    const stranger = await world.team.stranger()
    const { bounce, message } = recipientTokens(deps.config.secret, { ...team(), recipientId: id })
    const [, , mac] = tokenOf(other).split('-')
    const forged = [
      tokenOf(id, stranger.teamId),
      tokenOf(id, 999_999),
      tokenOf(2 ** 40),
      tokenOf(id).replace(/[^-]*$/, mac!),
      bounce,
      message,
      'x',
    ]
    for (const token of forged) {
      expect((await get(`/t/c/${token}/0`)).statusCode, token).toBe(404)
      await get(`/t/o/${token}`)
    }
    expect(await notedOf(id)).toEqual([])
  })

  test('of a message that is gone leads nowhere, and nothing is noted', async () => {
    const id = await aRecipient()
    await run(deps.pool, sql`update muster.outgoing_message set deleted_at = now() where id = ${messageId}`)
    const answer = await get(`/t/c/${tokenOf(id)}/0`, browser, {
      headers: { 'user-agent': browser, 'accept-language': 'fr' },
    })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('Introuvable')
    await get(`/t/o/${tokenOf(id)}`)
    expect(await notedOf(id)).toEqual([])
  })

  test('of somebody who was erased still leads there, and nothing is noted', async () => {
    const id = await aRecipient()
    await run(
      deps.pool,
      sql`update ${ident(world.team.schema, 'message_recipient')} set address = null, values = '{}' where id = ${id}`,
    )
    expect((await click(id, 0)).statusCode).toBe(302)
    expect(await notedOf(id)).toEqual([])
  })
})

describe('a picture', () => {
  test('is shown on other sites, never kept, and noted once', async () => {
    const id = await aRecipient()
    for (const agent of [browser, gmail]) {
      const { statusCode, headers, rawPayload } = await get(`/t/o/${tokenOf(id)}`, agent)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/gif',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'cross-origin',
      })
      expect(rawPayload.subarray(0, 6).toString()).toBe('GIF89a')
    }
    expect(await notedOf(id)).toEqual([{ type: opened, isMachine: false, position: null }])
    const recipientsParams = {
      params: { ...team(), outgoingMessageId: messageId },
      query: { outcome: 'opened' as const },
    }
    const { items } = await admin.ok(messagesApi.recipients, recipientsParams)
    expect(items).toMatchObject([{ id, lastNotification: 'open' }])
  })

  test('and links count only where the message says so', async () => {
    const id = await aRecipient()
    await run(
      deps.pool,
      sql`update muster.outgoing_message set tracks_opens = false, tracks_clicks = false where id = ${messageId}`,
    )
    await get(`/t/o/${tokenOf(id)}`)
    expect((await click(id, 0)).statusCode).toBe(302)
    expect(await notedOf(id)).toEqual([])
  })
})

describe('a machine', () => {
  test.each([
    ['a program', 'python-requests/2.32', {}],
    ['Apple, before anybody reads it', 'Mozilla/5.0', {}],
    ['nobody', '', {}],
    ['HEAD', browser, { method: 'HEAD' }],
    [
      'a browser that looks ahead',
      browser,
      { headers: { 'user-agent': browser, 'sec-purpose': 'prefetch' } },
    ],
  ])('is counted apart: %s', async (_name, agent, more) => {
    const id = await aRecipient()
    await click(id, 0, agent, more)
    await get(`/t/o/${tokenOf(id)}`, agent, more)
    expect((await notedOf(id)).map(({ isMachine }) => isMachine)).toEqual([true, true])
    const { counts, machines, links } = await stats()
    expect(counts.outcomes).toEqual({})
    expect(machines).toEqual({ opens: 1, clicks: 1 })
    expect(links[0]).toMatchObject({ people: 0, clicks: 0, machines: 1 })
    // The person comes later.
    await click(id, 0)
    expect((await notedOf(id)).map(({ isMachine }) => isMachine)).toEqual([true, true, false])
    expect((await stats()).counts.outcomes).toMatchObject({ opened: 1, clicked: 1 })
  })

  test('is who comes with the hand-over', async () => {
    const id = await aRecipient({}, 1)
    await click(id, 0)
    expect((await notedOf(id)).map(({ isMachine }) => isMachine)).toEqual([true])
  })

  test('is who follows many links at once, also if the first were taken for a person', async () => {
    const [id, person] = [await aRecipient(), await aRecipient()]
    await get(`/t/o/${tokenOf(id)}`)
    await click(id, 0)
    await click(person, 0)
    expect((await notedOf(id)).map(({ isMachine }) => isMachine)).toEqual([false, false])
    for (const position of [1, 2, 3]) await click(id, position)
    expect((await notedOf(id)).map(({ isMachine }) => isMachine)).toEqual(Array(5).fill(true))
    expect((await notedOf(person)).map(({ isMachine }) => isMachine)).toEqual([false])
    const row = await one<{ last: number }>(
      deps.pool,
      sql`select last_type as last from ${ident(world.team.schema, 'message_recipient')} where id = ${id}`,
    )
    expect(notificationTypes[row!.last]).toBe('send')
  })
})

test('what came last is of the latest stage: an open does not hide a click, nor a click that somebody has left', async () => {
  const id = await aRecipient()
  const last = async () => {
    await writer.flush()
    const row = await one<{ last: number }>(
      deps.pool,
      sql`select last_type as last from ${ident(world.team.schema, 'message_recipient')} where id = ${id}`,
    )
    return notificationTypes[row!.last]
  }
  await get(`/t/o/${tokenOf(id)}`)
  expect(await last()).toBe('open')
  await click(id, 0)
  await last()
  await run(
    deps.pool,
    sql`update ${ident(world.team.schema, 'message_notification')} set at = at - interval '1 hour' where recipient_id = ${id}`,
  )
  await get(`/t/o/${tokenOf(id)}`)
  expect(await last()).toBe('click')
  const type = notificationTypes.indexOf('unsubscribed')
  await transaction(deps.pool, (client) =>
    notifyRecipient(client, world.team, { recipientId: id, messageId, type }),
  )
  await click(id, 1)
  expect(await last()).toBe('unsubscribed')
})

test('hits of many recipients are noted together', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => aRecipient()))
  await Promise.all(ids.map((id) => click(id, 0)))
  await writer.flush()
  expect((await stats()).links[0]).toMatchObject({ people: 30, clicks: 30 })
})
