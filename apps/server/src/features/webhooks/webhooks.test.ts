/** Webhooks over HTTP, with a receiver that listens for real. */
import type { Body } from '@muster/contract/endpoint'
import { integrationsApi } from '@muster/contract/integrations/integrations.api'
import { maxWebhooksPerTeam, retryTimes, webhooksApi } from '@muster/contract/integrations/webhooks.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { usersApi } from '@muster/contract/users/users.api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestUser } from '../../../test/a-team.ts'
import type { Client } from '../../../test/client.ts'
import { admin, deps, inAnApp, people, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { WebhookReceiver } from '../../../test/webhook-receiver.ts'
import { rows, run, sql } from '../../platform/db.ts'
import { undoRegistry } from '../../undo.ts'
import { integrationsRoutes } from '../integrations/integrations.routes.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { usersRoutes } from '../users/users.routes.ts'
import { collect } from './collect.ts'
import { deliver } from './deliver.ts'
import { webhooksRoutes } from './webhooks.routes.ts'

inAnApp((deps) => (bindTo) => {
  bindTo(integrationsApi, integrationsRoutes(deps))
  bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
  bindTo(recordsApi, recordsRoutes(deps))
  bindTo(usersApi, usersRoutes(deps))
  bindTo(webhooksApi, webhooksRoutes(deps))
})
withWorld()

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

let receiver: WebhookReceiver
beforeEach(async () => {
  receiver = new WebhookReceiver()
  await receiver.start()
})
afterEach(async () => {
  vi.useRealTimers()
  await receiver.stop()
  for (const { id } of await webhooks())
    await admin.ok(webhooksApi.deleteWebhook, { params: { ...team(), webhookId: id } })
})

const webhooks = async (client = admin) => (await client.ok(webhooksApi.webhooks, { params: team() })).items
const theWebhook = async () => (await webhooks())[0]!
const deliveries = async (webhookId: number) =>
  (await admin.ok(webhooksApi.deliveries, { params: { ...team(), webhookId } })).items

async function subscribe(
  more: Partial<Body<typeof webhooksApi.createWebhook>> = {},
  client: Client = admin,
): Promise<number> {
  const { webhook, secret } = await client.ok(webhooksApi.createWebhook, {
    params: team(),
    body: {
      url: receiver.url,
      kinds: ['record.created', 'record.updated', 'record.deleted'],
      dataCollectionId: world.people,
      withValues: false,
      ...more,
    },
  })
  receiver.secret = secret
  return webhook.id
}

async function create(values: Record<string, unknown>, dataCollectionId = world.people): Promise<number> {
  const made = await admin.ok(recordsApi.create, {
    params: { ...team(), dataCollectionId },
    body: { values: { name: 'Someone', ...values } },
  })
  return made.record.id
}
const update = (dataRecordId: number, values: Record<string, unknown>) =>
  admin.ok(recordsApi.update, { params: { ...team(), dataRecordId }, body: { values } })
const remove = (dataRecordId: number) => admin.ok(recordsApi.remove, { params: { ...team(), dataRecordId } })

/** What the jobs do soon after a change. */
async function deliverNow(webhookId: number): Promise<void> {
  await collect(deps, world.team.teamId)
  await deliver(deps, { teamId: world.team.teamId, webhookId }, new AbortController().signal)
}

/** Calls the API in the middle of simulated time, in which sessions have expired. */
async function inRealTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const now = Date.now()
  vi.useRealTimers()
  try {
    return await work()
  } finally {
    vi.useFakeTimers({ toFake: ['Date'], now })
  }
}

const events = () => receiver.received.map(({ type, data }) => [type, data.records.map(({ id }) => id)])

describe('a webhook', () => {
  it('gets what happens to the records of its collection, in order and signed', async () => {
    const before = await create({ name: 'Before' })
    const webhookId = await subscribe()
    const first = await create({ name: 'First' })
    await create({ name: 'Nowhere' }, world.places)
    await update(first, { name: 'First, renamed' })
    await update(before, { name: 'After' })
    await remove(first)
    await deliverNow(webhookId)
    expect(receiver.received[0]!.data.records).toEqual([{ id: first, version: expect.any(Number) }])
    expect(events()).toEqual([
      ['record.created', [first]],
      ['record.updated', [first]],
      ['record.updated', [before]],
      ['record.deleted', [first]],
    ])
    expect(receiver.received.map(({ id }) => id)).toEqual([...new Set(receiver.received.map(({ id }) => id))])
    await deliverNow(webhookId)
    expect(receiver.received).toHaveLength(4)
    expect(await theWebhook()).toMatchObject({ waiting: 0, failed: 0, failingSince: null, state: 'active' })
  })

  it('gets only the kinds it subscribed to, and what an undo restores counts as created', async () => {
    const webhookId = await subscribe({ kinds: ['record.created'] })
    const id = await create({})
    const { operation } = await remove(id)
    await admin.ok(operationsApi.undo, { params: { ...team(), operationId: operation!.id } })
    await deliverNow(webhookId)
    expect(events()).toEqual([
      ['record.created', [id]],
      ['record.created', [id]],
    ])
  })

  it('gets at most 100 records in one request', async () => {
    const webhookId = await subscribe()
    const many = Array.from({ length: 250 }, (_, index) => ({ values: { name: `Person ${index}` } }))
    const { created: ids } = await admin.ok(recordsApi.bulk, {
      params: { ...team(), dataCollectionId: world.people },
      body: { create: many, update: [], skipBad: false },
    })
    await deliverNow(webhookId)
    expect(receiver.received.flatMap(({ data }) => data.records.map(({ id }) => id))).toEqual(ids)
    expect(receiver.received.map(({ data }) => data.records.length)).toEqual([100, 100, 50])
  })

  it('gets the present values if it was created with them', async () => {
    const webhookId = await subscribe({ withValues: true })
    const id = await create({ name: 'Ada', score: 12 })
    await update(id, { score: 13 })
    await deliverNow(webhookId)
    for (const { data } of receiver.received) {
      expect(data.records).toEqual([
        { id, version: 2, name: 'Ada', values: expect.objectContaining({ score: 13 }) },
      ])
    }
    expect(receiver.received).toHaveLength(2)
  })

  it('reads no event twice, even if none was for it', async () => {
    await subscribe()
    const cursor = async () =>
      (await rows<{ cursor: string }>(deps.pool, sql`select cursor from muster.webhook`))[0]!.cursor
    const before = await cursor()
    await create({ name: 'Nowhere' }, world.places)
    await collect(deps, world.team.teamId)
    expect(await cursor()).not.toBe(before)
  })

  it('waits while its team is suspended', async () => {
    const webhookId = await subscribe()
    const setSuspended = (at: Date | null) =>
      run(deps.pool, sql`update muster.team set suspended_at = ${at} where id = ${world.team.teamId}`)
    const id = await create({})
    await collect(deps, world.team.teamId)
    await setSuspended(new Date())
    try {
      await deliverNow(webhookId)
      expect(receiver.requests).toBe(0)
    } finally {
      await setSuspended(null)
    }
    await deliverNow(webhookId)
    expect(events()).toEqual([['record.created', [id]]])
    expect((await theWebhook()).state).toBe('active')
  })

  it('finds an event whose transaction began before, and ended after, others were found', async () => {
    const webhookId = await subscribe()
    const client = await deps.pool.connect()
    try {
      await client.query('begin')
      await client.query('select txid_current()')
      const [early, late] = [await create({ name: 'Early' }), await create({ name: 'Late' })]
      await deliverNow(webhookId)
      await client.query(
        `insert into "${world.team.schema}".log_event (operation_id, record_id, type, version, after)
         select max(id), $1, 'updated', 2, '{"name": "Slow"}' from "${world.team.schema}".operation`,
        [early],
      )
      const last = await create({ name: 'Last' })
      await deliverNow(webhookId)
      await client.query('commit')
      await deliverNow(webhookId)
      expect(events()).toEqual([
        ['record.created', [early]],
        ['record.created', [late]],
        ['record.created', [last]],
        ['record.updated', [early]],
      ])
    } finally {
      client.release()
    }
  })
})

describe('a receiver that is down', () => {
  it('for an hour gets every event once and in order when it is back', async () => {
    const webhookId = await subscribe()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const ids = [await create({ name: 'Received' })]
    await deliverNow(webhookId)
    await receiver.stop()
    for (let minute = 0; minute < 60; minute++) {
      if (minute % 6 === 0) ids.push(await create({ name: `At minute ${minute}` }))
      await deliverNow(webhookId)
      vi.setSystemTime(Date.now() + minuteMs)
    }
    expect(receiver.received).toHaveLength(1)
    const { waiting, failed, failingSince, state } = await theWebhook()
    expect({ waiting, failed, state }).toEqual({ waiting: 10, failed: 0, state: 'active' })
    expect(failingSince).not.toBeNull()
    await receiver.start()
    for (let minute = 0; minute < 60; minute++) {
      vi.setSystemTime(Date.now() + minuteMs)
      await deliverNow(webhookId)
    }
    expect(events()).toEqual(ids.map((id) => ['record.created', [id]]))
    expect(await theWebhook()).toMatchObject({ waiting: 0, failingSince: null })
  })

  it('is tried eight times in a day, then the next delivery, and what failed can be replayed', async () => {
    const webhookId = await subscribe()
    const start = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    receiver.status = 500
    const id = await create({})
    for (const after of [0, ...retryTimes]) {
      vi.setSystemTime(start + after * secondMs - 1)
      await deliverNow(webhookId)
      vi.setSystemTime(start + after * secondMs)
      await deliverNow(webhookId)
    }
    expect(receiver.requests).toBe(8)
    const [failed] = await inRealTime(() => deliveries(webhookId))
    expect(failed).toMatchObject({ state: 'failed', attempts: 8, status: 500 })
    receiver.status = 200
    const next = await inRealTime(() => create({}))
    await deliverNow(webhookId)
    const params = { ...team(), webhookId }
    expect(await inRealTime(() => admin.ok(webhooksApi.replay, { params, body: {} }))).toEqual({ count: 1 })
    await deliverNow(webhookId)
    expect(events()).toEqual([
      ['record.created', [next]],
      ['record.created', [id]],
    ])
    expect(receiver.received[1]!.id).toBe(`msg_${world.team.teamId}_${failed!.id}`)
  })

  it('is paused after three days with a mail to the owner, keeps what happens, and goes on when resumed', async () => {
    const webhookId = await subscribe()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    await receiver.stop()
    const ids = [await create({}), await create({}), await create({}), await create({})]
    deps.added.length = 0
    const webhook = () => inRealTime(theWebhook)
    for (let hour = 0; hour < 100 && (await webhook()).state === 'active'; hour++) {
      await deliverNow(webhookId)
      vi.setSystemTime(Date.now() + hourMs)
    }
    const { state, failed, waiting } = await webhook()
    expect(state).toBe('paused')
    expect(failed + waiting).toBe(4)
    const mails = deps.added.filter(({ name }) => name === 'send_mail').map(({ payload }) => payload)
    expect(mails).toMatchObject([{ subject: expect.stringContaining('is paused') }])
    expect(mails).toMatchObject([{ text: expect.stringContaining('For 3 days, 127.0.0.1') }])
    expect(JSON.stringify(mails)).not.toContain('hidden')
    vi.useRealTimers()
    ids.push(await create({}))
    await receiver.start()
    await deliverNow(webhookId)
    expect(receiver.received).toEqual([])
    const params = { ...team(), webhookId }
    await admin.ok(webhooksApi.changeWebhook, { params, body: { isActive: true } })
    await deliverNow(webhookId)
    await admin.ok(webhooksApi.replay, { params, body: {} })
    await deliverNow(webhookId)
    const received = receiver.received.flatMap(({ data }) => data.records.map(({ id }) => id))
    expect(received.toSorted((one, other) => one - other)).toEqual(ids)
  })

  it('ends its webhook by answering 410', async () => {
    const webhookId = await subscribe()
    receiver.status = 410
    await create({})
    await deliverNow(webhookId)
    expect((await theWebhook()).state).toBe('ended')
    await create({})
    await deliverNow(webhookId)
    expect(receiver.requests).toBe(1)
    const params = { ...team(), webhookId }
    const problem = await admin.refused(webhooksApi.changeWebhook, { params, body: { isActive: true } })
    expect(problem.code).toBe('webhook_ended')
  })

  it('is not followed to another address', async () => {
    const webhookId = await subscribe()
    receiver.status = 302
    await create({})
    await deliverNow(webhookId)
    expect(receiver.requests).toBe(1)
    expect(await deliveries(webhookId)).toMatchObject([{ state: 'waiting', status: 302 }])
  })
})

describe('the owner of a webhook', () => {
  let holder: TestUser
  beforeEach(async () => {
    await world.team.setMemberGrants([])
    holder = await world.team.user({
      featurePermissions: ['integrations_zapier'],
      grants: [
        {
          permission: 'read_data_field_data',
          dataFieldId: people.name!,
          rowFilter: { field: 'score', op: 'lt', value: 50 },
        },
      ],
    })
  })

  it('limits it to the records and fields that they may read', async () => {
    const webhookId = await subscribe({ withValues: true }, visitor.as(holder))
    const young = await create({ name: 'Young', score: 10 })
    const old = await create({ name: 'Old', score: 90 })
    await update(young, { score: 20 })
    await update(young, { name: 'Younger' })
    await remove(old)
    await remove(young)
    await deliverNow(webhookId)
    expect(events()).toEqual([
      ['record.created', [young]],
      ['record.updated', [young]],
      ['record.deleted', [young]],
    ])
    expect(JSON.stringify(receiver.received)).not.toContain('score')
    // What they may not read leaves no trace: no id, no number, no time of a change.
    expect((await deliveries(webhookId)).map(({ dataRecordIds, state }) => [dataRecordIds, state])).toEqual([
      [[young], 'delivered'],
      [[young], 'delivered'],
      [[young], 'delivered'],
    ])
  })

  it('who loses access before a delivery gets none of its records', async () => {
    const webhookId = await subscribe({}, visitor.as(holder))
    const id = await create({ score: 10 })
    await collect(deps, world.team.teamId)
    await update(id, { score: 90 })
    await deliverNow(webhookId)
    expect(receiver.requests).toBe(0)
    expect((await deliveries(webhookId)).map(({ state }) => state)).toEqual(['skipped'])
  })

  it('ends it when they are deactivated', async () => {
    const webhookId = await subscribe({}, visitor.as(holder))
    await admin.ok(usersApi.deactivate, { params: { ...team(), teamUserId: holder.teamUserId } })
    await create({ score: 1 })
    await deliverNow(webhookId)
    expect(receiver.requests).toBe(0)
    expect((await theWebhook()).state).toBe('ended')
  })

  it('sees and changes only their own; a team admin those of all', async () => {
    const others = await subscribe()
    const own = await subscribe({}, visitor.as(holder))
    expect((await webhooks(visitor.as(holder))).map(({ id }) => id)).toEqual([own])
    expect((await webhooks()).map(({ id }) => id)).toEqual([own, others])
    const params = { ...team(), webhookId: others }
    const client = visitor.as(holder)
    for (const refused of [
      await client.refused(webhooksApi.deleteWebhook, { params }),
      await client.refused(webhooksApi.deliveries, { params }),
      await client.refused(webhooksApi.changeWebhook, { params, body: { isActive: false } }),
      await client.refused(webhooksApi.replay, { params, body: {} }),
      await client.refused(webhooksApi.testWebhook, { params }),
    ])
      expect(refused.code).toBe('not_found')
  })

  it('creates none for a collection that they may not read', async () => {
    const body = {
      url: receiver.url,
      kinds: ['record.created' as const],
      dataCollectionId: world.places,
      withValues: false,
    }
    const refused = await visitor.as(holder).refused(webhooksApi.createWebhook, { params: team(), body })
    expect(refused.code).toBe('not_found')
  })

  it('can use a token with the scope hooks, which reads no values and ends its webhooks with it', async () => {
    const own = visitor.as(holder)
    const { apiToken, secret } = await own.ok(integrationsApi.createToken, {
      params: team(),
      body: { name: 'Zapier', scopes: ['hooks'], expiresInDays: null },
    })
    const zapier = visitor.as({ token: secret })
    const read = { params: { ...team(), dataCollectionId: world.people }, body: { limit: 5 } }
    expect((await zapier.refused(recordsApi.query, read)).code).toBe('token_not_allowed')
    const refused = await zapier.refused(webhooksApi.createWebhook, {
      params: team(),
      body: {
        url: receiver.url,
        kinds: ['record.created'],
        dataCollectionId: world.people,
        withValues: true,
      },
    })
    expect(refused.errors).toEqual([{ path: 'withValues', code: 'not_readable' }])
    const webhookId = await subscribe({}, zapier)
    const id = await create({ score: 1 })
    await deliverNow(webhookId)
    expect(events()).toEqual([['record.created', [id]]])
    await own.ok(integrationsApi.revokeToken, { params: { ...team(), apiTokenId: apiToken.id } })
    await create({ score: 2 })
    await deliverNow(webhookId)
    expect(receiver.requests).toBe(1)
    expect((await theWebhook()).state).toBe('ended')
  })
})

describe('a new webhook', () => {
  const refusal = (url: string) =>
    admin.refused(webhooksApi.createWebhook, {
      params: team(),
      body: { url, kinds: ['record.created'], dataCollectionId: world.people, withValues: false },
    })

  it('needs a public address with https', async () => {
    for (const url of [
      'http://example.org/hook',
      'ftp://example.org',
      'https://user:password@example.org',
      'https://localhost/hook',
      'https://10.0.0.1/hook',
      'https://192.168.1.1',
      'https://169.254.169.254/latest',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[fd00::1]/',
      'https://0.0.0.0/',
    ]) {
      expect((await refusal(url)).errors, url).toEqual([{ path: 'url', code: 'webhook_address' }])
    }
    expect((await refusal('no address')).errors).toMatchObject([{ path: 'url', code: 'not_a_url' }])
  })

  it('is one of a limited number', async () => {
    for (let count = 0; count < maxWebhooksPerTeam; count++) await subscribe()
    expect((await refusal('https://example.org')).errors).toMatchObject([{ path: 'url', code: 'too_many' }])
  })

  it('can be tried before anything happens', async () => {
    const webhookId = await subscribe()
    const params = { ...team(), webhookId }
    expect(await admin.ok(webhooksApi.testWebhook, { params })).toEqual({ status: 200, error: null })
    expect(receiver.received).toMatchObject([{ type: 'test', data: { records: [] } }])
    await receiver.stop()
    expect(await admin.ok(webhooksApi.testWebhook, { params })).toEqual({
      status: null,
      error: 'ECONNREFUSED',
    })
  })

  it('shows its secret once, and the audit log has neither it nor more of the address than the host', async () => {
    const webhookId = await subscribe()
    await admin.ok(webhooksApi.changeWebhook, { params: { ...team(), webhookId }, body: { isActive: false } })
    expect(JSON.stringify(await webhooks())).not.toContain(receiver.secret)
    const audited = await rows(
      deps.pool,
      sql`select subject_name, action, after from muster.audit_event
          where subject = 'webhook' and subject_id = ${String(webhookId)} order by id`,
    )
    expect(audited).toMatchObject([{ action: 'created' }, { action: 'suspended' }])
    expect(JSON.stringify(audited)).not.toContain('hidden')
  })
})
