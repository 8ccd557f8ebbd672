import { publicWizardsApi } from '@muster/contract/wizards/public-runs.api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf } from '../../../../test/client.ts'
import { deps, people, visitor, withWorld, world } from '../../../../test/in-a-world.ts'
import { testApp } from '../../../../test/test-deps.ts'
import { ident, one, run, sql } from '../../../platform/db.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { authTasks } from '../../auth/auth.jobs.ts'
import { addressHash } from '../../messages/audience/address.ts'
import { smsTasks } from '../../messages/single-sms.ts'
import type { Outgoing } from '../../messages/transports/transport.ts'
import { publicWizardsRoutes } from './public-wizards.routes.ts'
import {
  aPerson,
  aProof,
  at,
  aVerifiedWizard,
  aWizard,
  bindingOf,
  from,
  withPublicApp,
} from './public-wizards.test-support.ts'

withPublicApp()
withWorld()

let wizard: number
let ada: number
beforeAll(async () => {
  wizard = await aVerifiedWizard({
    availableLanguages: ['en', 'fr'],
    nameTranslations: { fr: 'Inscription' },
  })
  ada = await aPerson({ name: 'Ada', email: 'Ada.L@example.org' })
})

type Body = { channel?: 'email' | 'sms'; language?: 'en' | 'es' | 'fr' }

const send = async (
  address: string,
  { channel = 'email', language }: Body = {},
  id = wizard,
  extras: object = {},
) =>
  visitor.call(publicWizardsApi.sendCode, {
    params: at(id),
    body: { channel, address, proof: await aProof(), ...(language ? { language } : {}) },
    ...from(),
    ...extras,
  })

const check = (verificationId: string, code: string, dataRecordId?: number, id = wizard) =>
  visitor.call(publicWizardsApi.checkCode, {
    params: at(id),
    body: { verificationId, code, ...(dataRecordId ? { dataRecordId } : {}) },
    ...from(),
  })

async function mailsTo(address: string): Promise<Mail[]> {
  await deps.runJobs(authTasks(deps))
  return deps.mails.filter(({ to }) => to === address)
}

const codeIn = ({ text }: Mail): string => /^\d{6}$/m.exec(text)![0]

/** Sends a code and reads it from the mail. */
async function codeFor(address: string, body: Body = {}, id = wizard) {
  const { body: sent, raw } = await send(address, body, id)
  if (raw.statusCode !== 200) throw new Error(raw.body)
  const mails = await mailsTo(body.channel === 'sms' ? `${address}@sms.invalid` : address)
  return { id: sent.verificationId, code: codeIn(mails.at(-1)!) }
}

const wrong = (code: string): string => (code === '000000' ? '000001' : '000000')
const expire = async (id: string) => {
  const { schema } = await world.model()
  await deps.pool.query(`update ${schema}.wizard_verification set expires_at = now() where id = $1`, [id])
}

describe('a code', () => {
  test('binds the run to the record with the address, whatever its case', async () => {
    const { id, code } = await codeFor('ada.l@EXAMPLE.org'.toLowerCase())
    const { body } = await check(id, code)
    expect(body.choices).toEqual([])
    expect(await bindingOf(body.started!.screen.id)).toEqual({ boundRecordId: ada, isProven: true })
    const reloaded = await visitor.ok(publicWizardsApi.getRun, {
      params: { ...at(wizard), wizardRunId: body.started!.screen.id },
      headers: { 'x-run-key': body.started!.key },
      ...from(),
    })
    expect(reloaded.state).toBe('waiting')
  })

  test('works once, also for requests at the same time', async () => {
    const { id, code } = await codeFor('once@example.org')
    const answers = await Promise.all([1, 2, 3, 4].map(() => check(id, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410])
  })

  test('is in the mail of the visitor’s language, and only there', async () => {
    const { raw } = await send('langue@example.org', { language: 'fr' })
    const [mail] = await mailsTo('langue@example.org')
    expect(mail).toMatchObject({ language: 'fr', subject: `Votre code\u00a0: ${codeIn(mail!)}` })
    expect(mail!.text).toContain('Inscription')
    expect(mail!.html).toContain(codeIn(mail!))
    expect(raw.body).not.toContain(codeIn(mail!))
    const { schema } = await world.model()
    const stored = await deps.pool.query(`select v::text as text from ${schema}.wizard_verification v`)
    for (const { text } of stored.rows) {
      expect(text).not.toContain(codeIn(mail!))
      expect(text).not.toContain('langue@')
    }
  })

  test('ends after ten minutes, after five wrong ones, and with its wizard', async () => {
    const expired = await codeFor('late@example.org')
    await expire(expired.id)
    expect((await check(expired.id, expired.code)).problem?.code).toBe('code_expired')
    const guessed = await codeFor('guessed@example.org')
    for (let n = 0; n < 5; n++) {
      expect((await check(guessed.id, wrong(guessed.code))).problem?.code).toBe('code_wrong')
    }
    expect((await check(guessed.id, guessed.code)).problem?.code).toBe('code_expired')
    const other = await aVerifiedWizard()
    const elsewhere = await codeFor('elsewhere@example.org')
    expect((await check(elsewhere.id, elsewhere.code, undefined, other)).problem?.code).toBe('code_expired')
    expect((await check(crypto.randomUUID(), '123456')).problem?.code).toBe('code_expired')
    expect((await check(elsewhere.id, elsewhere.code)).status).toBe(200)
  })

  test('is not guessed by many requests at the same time', async () => {
    const { id, code } = await codeFor('parallel@example.org')
    const guesses = Array.from({ length: 40 }, (_, n) => String(n).padStart(6, '0')).filter((g) => g !== code)
    const answers = await Promise.all(guesses.map((guess) => check(id, guess)))
    const codes = answers.map(({ problem }) => problem?.code)
    expect(codes.filter((c) => c === 'code_wrong')).toHaveLength(5)
    expect(new Set(codes)).toEqual(new Set(['code_wrong', 'code_expired']))
    expect((await check(id, code)).problem?.code).toBe('code_expired')
  })
})

describe('several records with one phone number', () => {
  test('are offered by name after the code, and only one of them can be chosen', async () => {
    const phone = '+14155550111'
    const [bea, cyd] = [await aPerson({ name: 'Bea', phone }), await aPerson({ name: 'Cyd', phone })]
    await deps.pool.query(
      `update ${(await world.model()).schema}.data_record set deleted_at = now() where id = $1`,
      [await aPerson({ name: 'Gone', phone })],
    )
    const { id, code } = await codeFor(phone, { channel: 'sms' })
    expect((await check(id, wrong(code), bea)).problem?.code).toBe('code_wrong')
    const first = await check(id, code)
    expect(first.body.started).toBeNull()
    expect(first.body.choices).toEqual([
      { id: bea, name: 'Bea' },
      { id: cyd, name: 'Cyd' },
    ])
    // Ids that exist, but do not have the address.
    for (const foreign of [ada, world.placeIds[0]!, 999_999]) {
      expect((await check(id, code, foreign)).problem?.code).toBe('not_found')
    }
    const { body } = await check(id, code, cyd)
    expect(await bindingOf(body.started!.screen.id)).toEqual({ boundRecordId: cyd, isProven: true })
    expect((await check(id, code, bea)).problem?.code).toBe('code_expired')
  })

  test('are found by a number that is typed in the format of the team’s country', async () => {
    const phone = '+12025550147'
    const dan = await aPerson({ name: 'Dan', phone })
    const { body: sent } = await send('(202) 555-0147', { channel: 'sms' })
    const [mail] = await mailsTo(`${phone}@sms.invalid`)
    const { body } = await check(sent.verificationId, codeIn(mail!))
    expect(await bindingOf(body.started!.screen.id)).toEqual({ boundRecordId: dan, isProven: true })
  })
})

describe('nothing tells who is known', () => {
  test('known, unknown and similar addresses get the same answers and one mail each', async () => {
    await aPerson({ name: 'Zoë', email: 'zoë@example.org' })
    const addresses = ['ada.l@example.org', 'nobody@example.org', 'zoe@example.org', 'ada.l@example.com']
    const seen = []
    for (const address of addresses) {
      const before = (await mailsTo(address)).length
      const { status, body, headers } = await send(address)
      const mails = await mailsTo(address)
      const refused = await check(body.verificationId, wrong(codeIn(mails.at(-1)!)))
      seen.push({
        status,
        keys: Object.keys(body),
        headers: Object.keys(headers).sort(),
        length: headers['content-length'],
        mails: mails.length - before,
        subject: mails.at(-1)!.subject.replace(/\d/g, '0'),
        refused: [refused.status, refused.problem?.code, Object.keys(refused.problem!).sort()],
      })
    }
    for (const one of seen) expect(one).toEqual(seen[0])
  })

  test('an unknown address starts a run that is bound to nobody, and an accent makes another address', async () => {
    for (const address of ['stranger@example.org', 'zoe@example.org']) {
      const { id, code } = await codeFor(address)
      const { body } = await check(id, code)
      expect(await bindingOf(body.started!.screen.id), address).toEqual({
        boundRecordId: null,
        isProven: true,
      })
    }
  })

  test('a wizard without an external access link does the same, and binds nobody', async () => {
    const bare = await aWizard({ externalAccessBy: 'email' })
    const { id, code } = await codeFor('ada.l@example.org', {}, bare)
    const { body } = await check(id, code, undefined, bare)
    expect(await bindingOf(body.started!.screen.id)).toEqual({ boundRecordId: null, isProven: true })
  })
})

describe('sending', () => {
  test('is refused for other channels, bad addresses, closed and private wizards, and without proof', async () => {
    const [byEmail, closed, hidden] = [
      await aVerifiedWizard({ externalAccessBy: 'email' }),
      await aVerifiedWizard({ isOpen: false }),
      await aVerifiedWizard({ isPublic: false }),
    ]
    expect((await send('+14155550100', { channel: 'sms' }, byEmail)).problem?.errors?.[0]?.path).toBe(
      'channel',
    )
    expect((await send('a@b.example', {}, await aWizard())).problem?.errors?.[0]?.path).toBe('channel')
    for (const bad of ['ada', 'a@b', 'Ada <ada@example.org>', 'a@example.org\r\nBcc: b@example.org']) {
      expect((await send(bad)).problem?.errors?.[0]?.path, bad).toBe('address')
    }
    expect((await send('12', { channel: 'sms' })).status).toBe(400)
    expect((await send('a@example.org', {}, closed)).problem?.code).toBe('wizard_closed')
    expect((await send('a@example.org', {}, hidden)).status).toBe(404)
    const body = { channel: 'email', address: 'a@example.org', proof: 'none' } as const
    const unproven = await visitor.call(publicWizardsApi.sendCode, { params: at(wizard), body, ...from() })
    expect(unproven.problem?.code).toBe('proof_invalid')
  })

  test('is limited for an address, from wherever and for whichever wizard, and for a network', async () => {
    const other = await aVerifiedWizard()
    const statuses = []
    for (let n = 0; n < 6; n++) {
      const typed = n % 2 ? 'flooded@example.org' : 'Flooded@Example.org'
      statuses.push((await send(typed, {}, n % 2 ? wizard : other)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    await deps.pool.query(`insert into muster.attempt (key, count) values ('wizard codes from 192.0.2', 60)`)
    const limited = await send('someone@example.org', {}, wizard, { remoteAddress: '192.0.2.200' })
    expect(limited.status).toBe(429)
    expect(await mailsTo('someone@example.org')).toEqual([])
  })
})

test('with a mail server, which delivers no text messages, codes go by mail only', async () => {
  const config = { ...deps.config, smtpUrl: 'smtp://mail.example' }
  const app = await testApp(deps, (bindTo) =>
    bindTo(publicWizardsApi, publicWizardsRoutes({ ...deps, config })),
  )
  const client = clientOf(app)
  const params = at(wizard)
  expect((await client.ok(publicWizardsApi.get, { params, query: {}, ...from() })).verifies).toBe('email')
  const body = { channel: 'sms', address: '+14155550100', proof: await aProof() } as const
  const refused = await client.refused(publicWizardsApi.sendCode, { params, body, ...from() })
  expect(refused.errors).toEqual([{ path: 'channel', code: 'unknown_choice' }])
  await app.close()
})

test('the lookup reads the address of records in the link’s collection only', async () => {
  const email = 'staffed@example.org'
  const person = await aPerson({ name: 'Eve', email })
  const id = await aWizard({ externalAccessBy: 'email' })
  await run(
    deps.pool,
    sql`insert into muster.external_access_link (team_id, data_wizard_id, data_collection_id, email_field_id)
        values (${world.team.teamId}, ${id}, ${world.staff}, ${people.email})`,
  )
  const outside = await codeFor(email, {}, id)
  const { body } = await check(outside.id, outside.code, undefined, id)
  expect(await bindingOf(body.started!.screen.id)).toEqual({ boundRecordId: null, isProven: true })
  const { schema } = await world.model()
  await deps.pool.query(`insert into ${schema}.membership (data_collection_id, record_id) values ($1, $2)`, [
    world.staff,
    person,
  ])
  const inside = await codeFor(email, {}, id)
  const found = await check(inside.id, inside.code, undefined, id)
  expect(await bindingOf(found.body.started!.screen.id)).toEqual({ boundRecordId: person, isProven: true })
})

describe('with a provider of text messages', () => {
  let provider: number
  const sent: { to: string; text: string }[] = []
  const transport = {
    maxInFlight: 1,
    async handOver(outgoing: Outgoing) {
      if (outgoing.kind === 'SMS') sent.push({ to: outgoing.to, text: outgoing.text })
      return { providerId: 'SM1', detail: 'queued' }
    },
    check: async () => ({ isOk: true, detail: '' }),
    close: async () => {},
  }
  beforeAll(async () => {
    const row = await one<{ id: number }>(
      deps.pool,
      sql`insert into muster.message_sender (team_id, name, delivery_method, transport, from_address)
          values (${world.team.teamId}, 'Twilio', 'SMS', 'twilio', '+14155550100') returning id`,
    )
    provider = row!.id
  })
  afterAll(() => run(deps.pool, sql`delete from muster.message_sender where id = ${provider}`))

  test('a code goes by it, and by no mail', async () => {
    const phone = await aVerifiedWizard({ externalAccessBy: 'sms', availableLanguages: ['en', 'fr'] })
    const mails = deps.mails.length
    const { body } = await send('+14155550155', { channel: 'sms', language: 'fr' }, phone)
    await deps.runJobs({ ...authTasks(deps), ...smsTasks(deps, async () => transport) })
    expect(deps.mails).toHaveLength(mails)
    expect(sent).toEqual([{ to: '+14155550155', text: expect.stringMatching(/Votre code .* est \d{6}\./) }])
    const [code] = /\d{6}/.exec(sent[0]!.text)!
    expect((await check(body.verificationId, code, undefined, phone)).body.started).not.toBeNull()
  })

  test('nobody who sent STOP gets one, and the answer does not tell', async () => {
    const phone = await aVerifiedWizard({ externalAccessBy: 'sms' })
    const { schema } = await world.model()
    const hash = addressHash(deps.config, world.team.teamId, '+14155550166')
    await run(
      deps.pool,
      sql`insert into ${ident(schema, 'message_suppression')} (channel, address_hash, reason)
          values ('SMS', ${hash}, 'stop')`,
    )
    sent.length = 0
    const { raw } = await send('+14155550166', { channel: 'sms' }, phone)
    expect(raw.statusCode).toBe(200)
    await deps.runJobs({ ...authTasks(deps), ...smsTasks(deps, async () => transport) })
    expect(sent).toEqual([])
  })
})
