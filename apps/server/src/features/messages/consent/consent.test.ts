/** People subscribe, confirm, decide and leave; administrators keep subjects and the addresses that get nothing. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { consentApi, publicConsentApi } from '@muster/contract/messages/consent.api'
import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { admin, deps, inAnApp, member, team, visitor, withWorld, world } from '../../../../test/in-a-world.ts'
import { createRecord } from '../../../engine/public.ts'
import { ident, one, rows, run, sql, transaction } from '../../../platform/db.ts'
import { authTasks } from '../../auth/auth.jobs.ts'
import { collectionsRoutes } from '../../collections/collections.routes.ts'
import { fieldsRoutes } from '../../fields/fields.routes.ts'
import { addressHash } from '../audience/address.ts'
import { messagesTasks } from '../messages.jobs.ts'
import { consentRoutes, publicConsentRoutes } from './consent.routes.ts'
import { readConsentToken, signConsentToken } from './consent-token.ts'
import { installOneClick } from './one-click.ts'
import { PreferencesService } from './preferences.service.ts'
import { suppressAddresses } from './suppressions.repo.ts'

/** What a proof is worth is tested with public wizards: here every one but `bad` is right. */
const proofs = {
  verify: async (proof: string) => proof,
  spend: async () => {},
}

inAnApp((all) => (bindTo) => {
  bindTo(collectionsApi, { ...collectionsRoutes(all), ...fieldsRoutes(all) })
  bindTo(consentApi, consentRoutes(all))
  bindTo(publicConsentApi, publicConsentRoutes(new PreferencesService(all, proofs)))
})
withWorld()

let news: number
let events: number
beforeAll(async () => {
  const created = await admin.ok(consentApi.createSubject, {
    params: team(),
    body: { externalName: 'News', externalNameTranslations: { fr: 'Nouvelles' }, isPublic: true },
  })
  news = created.id
  const other = await admin.ok(consentApi.createSubject, {
    params: team(),
    body: { externalName: 'Events', isPublic: true, isDoubleOptIn: false },
  })
  events = other.id
})

let callers = 0
const from = () => ({ remoteAddress: `10.9.${Math.floor(++callers / 250)}.${callers % 250}` })

const subscribe = (email: string, subjectIds: number[], languageId: 'en' | 'fr' = 'en') =>
  visitor.call(publicConsentApi.subscribe, {
    params: team(),
    body: { email, subjectIds, languageId, textShown: 'Write to me', proof: 'p' },
    ...from(),
  })

const hashOf = (email: string) => addressHash(deps.config, world.team.teamId, email)

async function linkIn(email: string): Promise<string> {
  await deps.runJobs({ ...authTasks(deps), ...messagesTasks(deps) })
  const mail = deps.mails.filter(({ to }) => to === email).at(-1)!
  return /\/subscription\/([\w-]+)/.exec(mail.text)![1]!
}

async function states(email: string): Promise<Record<string, string>> {
  const { schema } = await world.model()
  const found = await rows<{ id: number; state: string }>(
    deps.pool,
    sql`select subject_id as id, state from ${ident(schema, 'message_subscription')}
        where address_hash = ${hashOf(email)}`,
  )
  return Object.fromEntries(found.map(({ id, state }) => [id === news ? 'news' : 'events', state]))
}

const preferences = (token: string) =>
  visitor.ok(publicConsentApi.preferences, { params: { token }, ...from() })

/** A row of the ledger, as a sent message leaves it. */
async function recipientOf(email: string): Promise<string> {
  const { schema } = await world.model()
  const message = await one<{ id: number }>(
    deps.pool,
    sql`insert into muster.outgoing_message (team_id, internal_name, delivery_method, content_type, content_language,
          status) values (${world.team.teamId}, 'Sent', 'EMAIL', 'MARKETING', 'en', 'SENT') returning id`,
  )
  const recipient = await one<{ id: number }>(
    deps.pool,
    sql`insert into ${ident(schema, 'message_recipient')} (message_id, address, address_hash, language, state)
        values (${message!.id}, ${email}, ${hashOf(email)}, 'fr', 'accepted') returning id`,
  )
  return signConsentToken(deps.config.secret, {
    kind: 'recipient',
    teamId: world.team.teamId,
    recipientId: recipient!.id,
  })
}

describe('a subscription', () => {
  test('waits for the link of the mail, which can be opened twice', async () => {
    expect((await subscribe(' Ada@Example.org ', [news], 'fr')).raw.statusCode).toBe(200)
    expect(await states('ada@example.org')).toEqual({ news: 'pending' })
    const token = await linkIn('ada@example.org')
    expect(deps.mails.at(-1)!.text).toContain('Nouvelles')
    for (let n = 0; n < 2; n++) {
      const body = { token }
      expect(await visitor.ok(publicConsentApi.confirm, { body, ...from() })).toEqual({
        preferencesToken: token,
      })
    }
    expect(await states('ada@example.org')).toEqual({ news: 'subscribed' })
    const { schema } = await world.model()
    const log = await rows(
      deps.pool,
      sql`select what, source, text_shown as text from ${ident(schema, 'message_consent_event')}
          where address_hash = ${hashOf('ada@example.org')} order by id`,
    )
    expect(log).toEqual([
      { what: 'pending', source: 'public page', text: 'Write to me' },
      { what: 'subscribed', source: 'confirmed by link', text: null },
    ])
  })

  test('counts at once where the subject needs no second word', async () => {
    await subscribe('bo@example.org', [events])
    expect(await states('bo@example.org')).toEqual({ events: 'subscribed' })
  })

  test('answers the same for known and unknown people, and asks one address a few times only', async () => {
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await subscribe('ada@example.org', [news]))
    expect(answers.slice(0, 4).map(({ raw }) => raw.body)).toEqual(Array(4).fill('{"isAsked":true}'))
    expect(answers.at(-1)!.raw.statusCode).toBe(429)
  })

  test('is refused for what is not public, not an address, or not offered', async () => {
    const hidden = await admin.ok(consentApi.createSubject, {
      params: team(),
      body: { externalName: 'Staff' },
    })
    for (const [email, id, path] of [
      ['nobody', news, 'email'],
      ['cy@example.org', hidden.id, 'subjectIds'],
    ] as const) {
      const { raw } = await subscribe(email, [id])
      expect(raw.statusCode).toBe(400)
      expect(raw.json().errors[0].path).toBe(path)
    }
    const page = await visitor.ok(publicConsentApi.subscriptionPage, {
      params: team(),
      query: { language: 'fr' },
      ...from(),
    })
    expect(page.subjects.map(({ name }) => name)).toEqual(['Events', 'Nouvelles'])
  })

  test('expires, when the link is not used in time', async () => {
    await subscribe('di@example.org', [news])
    const { schema } = await world.model()
    await run(
      deps.pool,
      sql`update ${ident(schema, 'message_subscription')} set at = now() - interval '8 days'
          where address_hash = ${hashOf('di@example.org')}`,
    )
    const body = { token: await linkIn('di@example.org') }
    expect((await visitor.refused(publicConsentApi.confirm, { body, ...from() })).code).toBe('link_expired')
    // Asked for once more, it waits from then on.
    await subscribe('di@example.org', [news])
    const token = await linkIn('di@example.org')
    await visitor.ok(publicConsentApi.confirm, { body: { token }, ...from() })
    expect(await states('di@example.org')).toEqual({ news: 'subscribed' })
    const leave = { isUnsubscribed: false, subscribedSubjectIds: [] }
    await visitor.ok(publicConsentApi.savePreferences, { params: { token }, body: leave, ...from() })
    expect(await states('di@example.org')).toEqual({ news: 'unsubscribed' })
  })
})

describe('somebody who got a mail', () => {
  test('reads their page without changing anything, leaves, and comes back', async () => {
    const token = await recipientOf('eve@example.org')
    const before = await preferences(token)
    expect(before).toMatchObject({ languageId: 'fr', address: 'e…@example.org', isUnsubscribed: false })
    expect(await preferences(token)).toEqual(before)
    const save = (isUnsubscribed: boolean, subscribedSubjectIds: number[]) =>
      visitor.ok(publicConsentApi.savePreferences, {
        params: { token },
        body: { isUnsubscribed, subscribedSubjectIds },
        ...from(),
      })
    expect((await save(false, [news])).subjects.find(({ id }) => id === news)!.state).toBe('subscribed')
    const left = await save(true, [news])
    expect(left.isUnsubscribed).toBe(true)
    expect(await states('eve@example.org')).toEqual({ news: 'unsubscribed' })
    expect((await save(false, [events])).isUnsubscribed).toBe(false)
    expect(await states('eve@example.org')).toEqual({ news: 'unsubscribed', events: 'subscribed' })
    const { schema } = await world.model()
    const reported = await rows<{ type: number }>(
      deps.pool,
      sql`select type from ${ident(schema, 'message_notification')} order by id`,
    )
    expect(reported.map(({ type }) => type)).toEqual([20, 18])
  })

  test('comes back by the link of a mail only: anybody could have typed their address', async () => {
    const leaver = await recipientOf('jo@example.org')
    await visitor.ok(publicConsentApi.savePreferences, {
      params: { token: leaver },
      body: { isUnsubscribed: true, subscribedSubjectIds: [] },
      ...from(),
    })
    await subscribe('jo@example.org', [events])
    expect((await preferences(leaver)).isUnsubscribed).toBe(true)
    await visitor.ok(publicConsentApi.confirm, {
      body: { token: await linkIn('jo@example.org') },
      ...from(),
    })
    expect((await preferences(leaver)).isUnsubscribed).toBe(false)
  })

  test('leaves for good, also while their address rests after bounces', async () => {
    const token = await recipientOf('ida@example.org')
    await transaction(deps.pool, async (client) => {
      const person = { addressHash: hashOf('ida@example.org'), address: 'ida@example.org' }
      await suppressAddresses(client, await world.model(), 'EMAIL', [person], 'bounce', 30)
    })
    const body = { isUnsubscribed: true, subscribedSubjectIds: [] }
    expect(
      await visitor.ok(publicConsentApi.savePreferences, { params: { token }, body, ...from() }),
    ).toMatchObject({ isUnsubscribed: true })
  })

  test('leaves by one click of their mail program', async () => {
    const token = await recipientOf('fay@example.org')
    const app = Fastify()
    installOneClick(app, new PreferencesService(deps, proofs))
    const post = (url: string) =>
      app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
    expect((await post(`/u/${token}`)).statusCode).toBe(204)
    expect((await post(`/u/${token}`)).statusCode).toBe(204)
    expect((await post(`/u/${token.slice(0, -1)}x`)).statusCode).not.toBe(204)
    expect((await preferences(token)).isUnsubscribed).toBe(true)
    expect(deps.added.filter(({ name }) => name === 'count_message').length).toBeGreaterThan(0)
    await app.close()
  })
})

test('no forged token is read', () => {
  const { secret } = deps.config
  const real = signConsentToken(secret, { kind: 'recipient', teamId: 7, recipientId: 1234 })
  expect(readConsentToken(secret, real)).toEqual({ kind: 'recipient', teamId: 7, recipientId: 1234 })
  expect(readConsentToken(`${secret}x`, real)).toBeUndefined()
  for (let n = 0; n < real.length; n++) {
    for (const letter of '0az-') {
      const forged = real.slice(0, n) + letter + real.slice(n + 1)
      if (forged !== real) expect(readConsentToken(secret, forged)).toBeUndefined()
    }
  }
})

describe('administrators', () => {
  test('keep names apart, and cannot change what somebody else has changed', async () => {
    const body = { externalName: 'NEWS' }
    expect((await admin.refused(consentApi.createSubject, { params: team(), body })).code).toBe('name_taken')
    const params = { ...team(), subjectId: news }
    const old = await admin.refused(consentApi.updateSubject, {
      params,
      body: { description: 'x', version: 0 },
    })
    expect(old.code).toBe('version_conflict')
    const { items } = await admin.ok(consentApi.subjects, { params: team() })
    expect(items.find(({ id }) => id === news)!.subscribers).toEqual({ EMAIL: 1, SMS: 0 })
    expect((await member.refused(consentApi.subjects, { params: team() })).code).toBe('access_denied')
  })

  test('cannot remove a subject that a draft has', async () => {
    const { id: subjectId } = await admin.ok(consentApi.createSubject, {
      params: team(),
      body: { externalName: 'Old' },
    })
    const params = { ...team(), subjectId }
    const audience = JSON.stringify({ include: [{ kind: 'subject', subjectId }], exclude: [] })
    await run(
      deps.pool,
      sql`insert into muster.outgoing_message (team_id, internal_name, delivery_method, content_type,
            content_language, audience)
          values (${world.team.teamId}, 'Draft', 'EMAIL', 'MARKETING', 'en', ${audience}::jsonb)`,
    )
    expect((await admin.refused(consentApi.removeSubject, { params })).code).toBe('in_use')
    await run(deps.pool, sql`delete from muster.outgoing_message where internal_name = 'Draft'`)
    await admin.ok(consentApi.removeSubject, { params })
  })

  test('subscribe people of a collection, but nobody who left', async () => {
    const values = [
      { name: 'Gus', email: 'gus@example.org' },
      { name: 'Eve', email: 'eve@example.org' },
      { name: 'No' },
    ]
    for (const one of values)
      await createRecord(deps, await world.context(world.team.admin.teamUser), { values: one })
    await visitor.ok(publicConsentApi.savePreferences, {
      params: { token: await recipientOf('eve@example.org') },
      body: { isUnsubscribed: false, subscribedSubjectIds: [] },
      ...from(),
    })
    const body = { deliveryMethodId: 'EMAIL', dataCollectionId: world.people, source: 'Paper list' } as const
    const params = { ...team(), subjectId: events }
    const refused = await admin.refused(consentApi.subscribe, { params, body })
    expect(refused.errors).toEqual([{ path: 'dataCollectionId', code: 'unknown_collection' }])
    await run(
      deps.pool,
      sql`update muster.data_collection set represents_people = true where id = ${world.people}`,
    )
    deps.models.forget(world.team.teamId)
    const { subscribed } = await admin.ok(consentApi.subscribe, { params, body })
    expect(subscribed).toBeGreaterThan(0)
    expect(await states('gus@example.org')).toEqual({ events: 'subscribed' })
    expect((await states('eve@example.org')).events).toBe('unsubscribed')
  })

  test('subscribe people of a part of a collection of people', async () => {
    const values = { name: 'Hal', email: 'hal@example.org', score: 150 }
    await createRecord(deps, await world.context(world.team.admin.teamUser), { values })
    const { subscribed } = await admin.ok(consentApi.subscribe, {
      params: { ...team(), subjectId: events },
      body: { deliveryMethodId: 'EMAIL', dataCollectionId: world.winners, source: 'Paper list' },
    })
    expect(subscribed).toBe(1)
    expect(await states('hal@example.org')).toEqual({ events: 'subscribed' })
  })

  test('suppress addresses, find one, page through all, and release it', async () => {
    const addresses = Array.from({ length: 5 }, (_, n) => `s${n}@example.org`)
    const body = {
      deliveryMethodId: 'EMAIL' as const,
      addresses: [...addresses, 'S0@Example.org', 'nonsense'],
    }
    expect(await admin.ok(consentApi.suppress, { params: team(), body })).toEqual({
      added: 5,
      invalid: ['nonsense'],
    })
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const query = { limit: 2, ...(cursor ? { cursor } : {}) }
      const page = await admin.ok(consentApi.suppressions, { params: team(), query })
      expect(page.total).toBe(5)
      seen.push(...page.items.map(({ address }) => address!))
      if (!page.nextCursor) break
      cursor = page.nextCursor
    }
    expect(seen.sort()).toEqual(addresses)
    const found = await admin.ok(consentApi.suppressions, {
      params: team(),
      query: { search: 'S3@example.org' },
    })
    expect(found.items.map(({ address, reason }) => [address, reason])).toEqual([
      ['s3@example.org', 'manual'],
    ])
    const params = { ...team(), suppressionId: found.items[0]!.id }
    await admin.ok(consentApi.release, { params })
    expect((await admin.refused(consentApi.release, { params })).code).toBe('not_found')
  })
})
