import { type CreateSender, messageSendersApi as senders } from '@muster/contract/messages/senders.api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTeam, type TestTeam } from '../../../../test/a-team.ts'
import { type Client, clientOf } from '../../../../test/client.ts'
import { aMailSink } from '../../../../test/mail-sink.ts'
import { type TestDeps, testApp, testDeps } from '../../../../test/test-deps.ts'
import { one, run, sql } from '../../../platform/db.ts'
import { decrypt } from '../../../platform/encryption.ts'
import { checkDns } from './dns-checks.ts'
import { sendersRoutes } from './senders.routes.ts'

let deps: TestDeps
let team: TestTeam
let admin: Client
let params: { teamId: number }

beforeAll(async () => {
  deps = await testDeps()
  team = await aTeam(deps)
  const app = await testApp(deps, (bindTo) => bindTo(senders, sendersRoutes(deps)))
  admin = clientOf(app, team.admin)
  params = { teamId: team.teamId }
})
afterAll(() => deps.close())

const smtp = {
  name: 'Our mail server',
  deliveryMethodId: 'EMAIL',
  transport: 'smtp',
  fromName: 'Food bank',
  fromAddress: 'news@bank.example',
  settings: { host: 'mail.bank.example', port: 587, user: 'news' },
  secret: 'open sesame',
} as const

test('a team begins with an outbox for emails and one for SMS, once', async () => {
  const first = await admin.ok(senders.list, { params })
  expect(
    first.items.map(({ deliveryMethodId, transport, isDefault }) => [deliveryMethodId, transport, isDefault]),
  ).toEqual([
    ['EMAIL', 'outbox', true],
    ['SMS', 'outbox', true],
  ])
  const [email, sms] = first.items
  await admin.ok(senders.remove, { params: { ...params, senderId: email!.id } })
  await admin.ok(senders.remove, { params: { ...params, senderId: sms!.id } })
  expect((await admin.ok(senders.list, { params })).items).toEqual([])
})

test('a password is stored encrypted, and never shown', async () => {
  const created = await admin.ok(senders.create, { params, body: smtp })
  expect(created).toMatchObject({ hasSecret: true, ratePerSecond: 10, state: 'active' })
  expect(created.hookUrl).toMatch(/^\/api\/hooks\/bounces\/[\w-]{32}$/)
  expect(JSON.stringify(created)).not.toContain('sesame')
  const stored = await one<{ secret: string }>(
    deps.pool,
    sql`select secret from muster.message_sender where id = ${created.id}`,
  )
  expect(stored!.secret).not.toContain('sesame')
  expect(await decrypt(deps.config, stored!.secret)).toBe('open sesame')
  const changed = await admin.ok(senders.update, {
    params: { ...params, senderId: created.id },
    body: { fromName: 'The food bank', version: created.version },
  })
  expect(changed).toMatchObject({ fromName: 'The food bank', hasSecret: true, version: created.version + 1 })
  const events = await one<{ values: string }>(
    deps.pool,
    sql`select string_agg(concat(before, after), '') as values from muster.audit_event where subject = 'message_sender'`,
  )
  expect(events!.values).toContain('The food bank')
  expect(events!.values).not.toContain('sesame')
})

test('a change of an older version, and a name that is taken, are refused', async () => {
  const created = await admin.ok(senders.create, { params, body: { ...smtp, name: 'Another' } })
  const its = { ...params, senderId: created.id }
  await admin.ok(senders.update, { params: its, body: { state: 'paused' } })
  const old = await admin.refused(senders.update, {
    params: its,
    body: { replyTo: '', version: created.version },
  })
  expect(old.code).toBe('version_conflict')
  const taken = await admin.refused(senders.create, { params, body: { ...smtp, name: 'ANOTHER' } })
  expect(taken).toMatchObject({ code: 'name_taken', errors: [{ path: 'name' }] })
})

test.each<[string, object, { path: string; code: string }]>([
  ['a transport for the other kind', { transport: 'twilio' }, { path: 'transport', code: 'unknown_choice' }],
  ['an address that is none', { fromAddress: 'news at bank' }, { path: 'fromAddress', code: 'not_an_email' }],
  ['no host', { settings: {} }, { path: 'settings.host', code: 'required' }],
  ['a private host', { settings: { host: '10.0.0.7' } }, { path: 'settings.host', code: 'host_not_public' }],
  ['this machine', { settings: { host: 'localhost' } }, { path: 'settings.host', code: 'host_not_public' }],
])('%s is refused', async (_what, change, error) => {
  const body = { ...smtp, name: 'Refused', ...change } as CreateSender
  const problem = await admin.refused(senders.create, { params, body })
  expect(problem).toMatchObject({ code: 'validation_failed', errors: expect.arrayContaining([error]) })
})

test('there is one default for each kind', async () => {
  const first = await admin.ok(senders.create, { params, body: { ...smtp, name: 'One', isDefault: true } })
  const second = await admin.ok(senders.create, { params, body: { ...smtp, name: 'Two', isDefault: true } })
  const { items } = await admin.ok(senders.list, { params })
  expect(items.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([second.id])
  expect(items.some(({ id }) => id === first.id)).toBe(true)
})

test('a sender that a message waits for is not removed', async () => {
  const { id } = await admin.ok(senders.create, { params, body: { ...smtp, name: 'In use' } })
  await run(
    deps.pool,
    sql`insert into muster.outgoing_message (team_id, internal_name, delivery_method, content_type, content_language,
          sender_id, status) values (${team.teamId}, 'News', 'EMAIL', 'MARKETING', 'en', ${id}, 'SCHEDULED')`,
  )
  const problem = await admin.refused(senders.remove, { params: { ...params, senderId: id } })
  expect(problem.code).toBe('in_use')
})

test('a check connects to the mail server', async () => {
  const sink = await aMailSink()
  const body = { ...smtp, name: 'Local', settings: { host: '127.0.0.1', port: sink.port }, secret: undefined }
  const { id } = await admin.ok(senders.create, { params, body })
  const its = { ...params, senderId: id }
  const good = await admin.ok(senders.check, { params: its })
  expect(good.checks[0]).toEqual({ kind: 'connection', isOk: true, detail: '' })
  expect(good.checks.map(({ kind }) => kind)).toEqual(['connection', 'spf', 'dkim', 'dmarc', 'return_path'])
  expect(good.state).toBe('active')
  await sink.close()
  const bad = await admin.ok(senders.check, { params: its })
  expect(bad.checks[0]).toMatchObject({ isOk: false, detail: expect.stringContaining('ECONNREFUSED') })
  expect(bad.state).toBe('failing')
}, 60_000)

test('senders of another team are not found', async () => {
  const { id } = await admin.ok(senders.create, { params, body: { ...smtp, name: 'Ours' } })
  const stranger = await team.stranger()
  const problem = await admin
    .as(stranger)
    .refused(senders.update, { params: { teamId: stranger.teamId, senderId: id }, body: { name: 'Theirs' } })
  expect(problem.code).toBe('not_found')
})

test('settings have defaults, are changed in part, and need both ends of a quiet time', async () => {
  expect(await admin.ok(senders.settings, { params })).toMatchObject({
    requiresApproval: false,
    tracksOpens: true,
  })
  const body = { requiresApproval: true, smsQuietFrom: '21:00', smsQuietTo: '08:00' }
  expect(await admin.ok(senders.saveSettings, { params, body })).toMatchObject(body)
  const half = await admin.refused(senders.saveSettings, { params, body: { smsQuietTo: null } })
  expect(half.errors).toEqual([{ path: 'smsQuietTo', code: 'required' }])
})

describe('DNS', () => {
  const zone = (records: Record<string, string[][]>, servers: string[] = []) => ({
    resolveTxt: async (name: string) => {
      const found = records[name]
      if (!found) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
      return found
    },
    resolveMx: async () => servers.map((exchange) => ({ exchange })),
  })
  const checked = {
    domain: 'news.bank.example',
    spf: 'include:amazonses.com',
    selectors: ['s7'],
    bounceDomain: '',
  }

  test('an empty zone: what to add', async () => {
    expect(await checkDns(zone({}), checked)).toEqual([
      { kind: 'spf', isOk: false, detail: 'news.bank.example TXT "v=spf1 include:amazonses.com ~all"' },
      { kind: 'dkim', isOk: false, detail: '…._domainkey.news.bank.example TXT "v=DKIM1; k=rsa; p=…"' },
      { kind: 'dmarc', isOk: false, detail: '_dmarc.news.bank.example TXT "v=DMARC1; p=none"' },
      { kind: 'return_path', isOk: false, detail: 'news.bank.example MX' },
    ])
  })

  test('a good zone, with a long record in parts and the policy of the organisation', async () => {
    const records = {
      'news.bank.example': [['other'], ['v=spf1 mx ', 'include:amazonses.com -all']],
      's7._domainkey.news.bank.example': [['v=DKIM1; p=MIGf', 'MA0G']],
      '_dmarc.bank.example': [['v=DMARC1; p=reject']],
    }
    const checks = await checkDns(zone(records, ['mx.bank.example']), checked)
    expect(checks.map(({ isOk }) => isOk)).toEqual([true, true, true, true])
  })

  test('SPF without the provider, twice, and a key that was withdrawn', async () => {
    const records = {
      'news.bank.example': [['v=spf1 mx -all']],
      's7._domainkey.news.bank.example': [['v=DKIM1; p=']],
    }
    const [spf, dkim] = await checkDns(zone(records), checked)
    expect(spf).toEqual({
      kind: 'spf',
      isOk: false,
      detail: 'news.bank.example TXT "v=spf1 mx include:amazonses.com -all"',
    })
    expect(dkim!.isOk).toBe(false)
    const twice = { 'news.bank.example': [['v=spf1 mx -all'], ['v=spf1 a -all']] }
    expect((await checkDns(zone(twice), checked))[0]!.isOk).toBe(false)
  })
})
