import { api } from '@muster/contract/api'
import { deliveryMethods, messageSectionPermissions } from '@muster/contract/messages/message-permissions'
import {
  type MessageEvent,
  messageEvents,
  messageStatuses,
  messageTransitions,
} from '@muster/contract/messages/messages.machine'
import type { FeaturePermission } from '@muster/contract/roles/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { admin, deps, inAnApp, member, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { ident, one, rows, run, sql } from '../../platform/db.ts'
import { holdRestored } from './hold-restored.ts'
import { messagesTasks } from './messages.jobs.ts'
import { messagesRoutes } from './messages.routes.ts'
import { aMessage, aSender } from './messages.test-support.ts'
import { startDue } from './start.ts'
import { messageTemplatesRoutes } from './templates.routes.ts'

const { messages, messageTemplates } = api

inAnApp((deps) => (bindTo) => {
  bindTo(messages, messagesRoutes(deps))
  bindTo(messageTemplates, messageTemplatesRoutes(deps))
})
withWorld()

let senderId: number
const at = (id: number) => ({ params: { ...team(), outgoingMessageId: id } })
const people = () => [{ kind: 'collection' as const, dataCollectionId: world.people }]
const design = {
  settings: {},
  blocks: [
    {
      id: 'a',
      type: 'text',
      settings: { html: '<p>Hello <a href="{{ system.unsubscribe_url }}">Stop</a></p>' },
    },
  ],
}

beforeAll(async () => {
  senderId = await aSender(deps, world.team.teamId)
  await run(
    deps.pool,
    sql`update muster.data_collection set represents_people = true where id = ${world.people}`,
  )
  await deps.models.changed(world.team.teamId)
  const { schema } = world.team
  for (const [n, email] of ['ana@example.org', 'Bea@Example.org', null].entries())
    await addPerson(schema, 100_000 + n, email)
})

async function addPerson(schema: string, id: number, email: string | null) {
  const { tableName } = (await world.model()).collections.get(world.people)!
  await run(
    deps.pool,
    sql`insert into ${ident(schema, 'data_record')} (id, data_collection_id, name, version)
        values (${id}, ${world.people}, ${`Person ${id}`}, 1)`,
  )
  await run(
    deps.pool,
    sql`insert into ${ident(schema, tableName)} (record_id, email) values (${id}, ${email})`,
  )
}

const draft = (more: object = {}) =>
  admin.ok(messages.create, {
    params: team(),
    body: {
      internalName: 'News',
      deliveryMethodId: 'EMAIL',
      contentTypeId: 'PARTICIPATION',
      contentLanguageId: 'en',
      ...more,
    },
  })

describe('a draft', () => {
  test('is created, changed, listed, copied and deleted', async () => {
    const made = await draft({ senderId, internalName: 'Spring' })
    expect(made).toMatchObject({
      status: 'DRAFT',
      isOwn: true,
      contents: [{ languageId: 'en', subjectLine: '' }],
    })
    expect(made.mayDo).toEqual(['edit', 'submit', 'schedule', 'start', 'archive', 'delete'])
    const audience = { include: people(), exclude: [], addressFieldIds: [], languageFieldIds: [] }
    const changed = await admin.ok(messages.update, {
      ...at(made.id),
      body: { audience, version: made.version },
    })
    expect(changed.audience).toEqual(audience)
    const stale = { ...at(made.id), body: { internalName: 'X', version: made.version } }
    expect((await admin.refused(messages.update, stale)).code).toBe('version_conflict')
    const saved = await admin.ok(messages.saveContent, {
      params: { ...at(made.id).params, languageId: 'es' },
      body: { subjectLine: 'Hola', design } as never,
    })
    expect(saved.contents.map(({ languageId, subjectLine }) => [languageId, subjectLine])).toEqual([
      ['en', ''],
      ['es', 'Hola'],
    ])
    const first = { params: { ...at(made.id).params, languageId: 'en' as const } }
    expect((await admin.refused(messages.removeContent, first)).code).toBe('validation_failed')
    const query = { list: 'drafts' as const, search: 'spring' }
    expect(await admin.ok(messages.list, { params: team(), query })).toMatchObject({
      items: [{ id: made.id, internalName: 'Spring' }],
      total: 1,
      nextCursor: null,
    })
    const copy = await draft({ copyOfOutgoingMessageId: made.id, internalName: 'Copy' })
    expect(copy).toMatchObject({ audience, contents: saved.contents })
    await admin.ok(messages.remove, at(made.id))
    expect((await admin.refused(messages.get, at(made.id))).status).toBe(404)
  })

  test('accepts only references of its team and sources that its editor may read', async () => {
    const { id } = await draft()
    const refused = async (body: object) => (await admin.refused(messages.update, { ...at(id), body })).errors
    expect(await refused({ senderId: 999_999 })).toMatchObject([{ path: 'senderId' }])
    const include = [{ kind: 'collection', dataCollectionId: world.places }]
    expect(await refused({ audience: { include } })).toMatchObject([{ path: 'audience.include.0' }])
    expect(await refused({ audience: { addressFieldIds: [1] } })).toMatchObject([
      { path: 'audience.addressFieldIds.0' },
    ])
  })

  test('pages follow each other in every order', async () => {
    for (const internalName of ['p1', 'p2', 'p3']) await draft({ internalName })
    for (const sort of [
      'createdAt',
      'internalName',
      'ownedBy',
      'status',
      'type',
      'scheduledAt',
      'sentAt',
    ] as const) {
      const seen: number[] = []
      let cursor: string | undefined
      do {
        const query = { list: 'drafts' as const, search: 'p', sort, limit: 2, ...(cursor ? { cursor } : {}) }
        const page = await admin.ok(messages.list, { params: team(), query })
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
        expect(page.total).toBeGreaterThanOrEqual(3)
      } while (cursor)
      expect(new Set(seen).size, sort).toBe(seen.length)
      expect(seen.length, sort).toBeGreaterThanOrEqual(3)
    }
  })
})

describe('the machine', () => {
  const call = (client: Client, event: MessageEvent, id: number) => {
    const one = at(id)
    const simple = [
      'submit',
      'withdraw',
      'approve',
      'unschedule',
      'pause',
      'resume',
      'archive',
      'unarchive',
    ] as const
    if ((simple as readonly string[]).includes(event))
      return client.call(messages[event as (typeof simple)[number]], { ...one, body: {} })
    if (event === 'edit') return client.call(messages.update, { ...one, body: { internalName: 'Edited' } })
    if (event === 'requestChanges')
      return client.call(messages.requestChanges, { ...one, body: { text: 'Shorter' } })
    if (event === 'schedule') {
      const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
      return client.call(messages.schedule, { ...one, body: { scheduledAt } })
    }
    if (event === 'start') return client.call(messages.send, { ...one, body: {} })
    return client.call(messages.remove, one)
  }
  const ofPeople = messageEvents.filter((event) => !['finish', 'fail', 'lapse'].includes(event))

  test.each(messageStatuses)('%s allows what its table says', async (status) => {
    const { teamId, member: author } = world.team
    for (const event of ofPeople) {
      const isPaused = event === 'resume' && status === 'SENDING'
      const id = await aMessage(deps, {
        teamId,
        ownedBy: author.teamUserId,
        status,
        senderId,
        isPaused,
        include: people(),
      })
      const answer = await call(admin, event, id)
      const isAllowed =
        messageTransitions[event].from.includes(status) && !(event === 'resume' && status === 'SENT')
      expect([event, answer.status], answer.raw.body).toEqual([event, isAllowed ? 200 : 409])
      if (!isAllowed) expect(answer.problem?.code).toBe('message_status')
      const { to } = messageTransitions[event]
      const row = await one<{ status: string; deleted: boolean }>(
        deps.pool,
        sql`select status, deleted_at is not null as deleted from muster.outgoing_message where id = ${id}`,
      )
      const expected = !isAllowed || to === 'same' || to === null ? status : to === 'before' ? 'DRAFT' : to
      expect([event, row]).toEqual([event, { status: expected, deleted: isAllowed && to === null }])
    }
    deps.added.length = 0
  })

  test('nobody approves their own, also after they gave it away', async () => {
    const { teamId, admin: author, member: other } = world.team
    const id = await aMessage(deps, { teamId, ownedBy: author.teamUserId, senderId, include: people() })
    await admin.ok(messages.submit, { ...at(id), body: {} })
    expect((await admin.refused(messages.approve, { ...at(id), body: {} })).status).toBe(403)
    await run(
      deps.pool,
      sql`update muster.outgoing_message set owned_by = ${other.teamUserId} where id = ${id}`,
    )
    expect((await admin.refused(messages.approve, { ...at(id), body: {} })).status).toBe(403)
    const approver = visitor.as(await world.team.holderOf('outgoing_messages_approval_emails'))
    const approved = await approver.ok(messages.approve, { ...at(id), body: {} })
    expect(approved).toMatchObject({ status: 'APPROVED', approval: { recipientCount: 2 } })
    const edited = await admin.ok(messages.update, { ...at(id), body: { internalName: 'Other' } })
    expect(edited).toMatchObject({ status: 'DRAFT', approval: null })
    const { items } = await admin.ok(messages.history, at(id))
    expect(items.map(({ event, to }) => [event, to])).toEqual([
      ['edit', 'DRAFT'],
      ['approve', 'APPROVED'],
      ['submit', 'AWAITING_APPROVAL'],
    ])
  })
})

describe('permissions', () => {
  /** What the name of a permission says, as a person would read it. */
  function says(permission: FeaturePermission, method: string, isOwn: boolean): string[] {
    if (!permission.endsWith(method === 'EMAIL' ? 'emails' : 'sms')) return []
    if (permission.includes('approval')) return isOwn ? [] : ['view', 'approve']
    if (permission.includes('other_users') === isOwn) return []
    return permission.includes('send') ? ['view', 'send'] : ['view', 'edit']
  }

  test.each(messageSectionPermissions)('%s allows what its name says', async (permission) => {
    const holder = await world.team.holderOf(permission)
    const client = visitor.as(holder)
    const { teamId, member: author } = world.team
    const listed = new Set<number>()
    for (const method of deliveryMethods)
      for (const isOwn of [true, false]) {
        const ownedBy = isOwn ? holder.teamUserId : author.teamUserId
        const allowed = says(permission, method, isOwn)
        const status = async (
          act: string,
          call: () => Promise<{ status: number; problem: { code: string } | undefined }>,
        ) => {
          const { status: got, problem } = await call()
          const isDone = got === 200 || problem?.code === 'message_problems'
          const expected = allowed.includes(act) ? true : allowed.includes('view') ? 403 : 404
          expect([method, isOwn, act, isDone || got]).toEqual([method, isOwn, act, expected])
        }
        const id = await aMessage(deps, { teamId, ownedBy, method })
        if (allowed.length > 0) listed.add(id)
        await status('view', () => client.call(messages.get, at(id)))
        await status('send', () => client.call(messages.send, { ...at(id), body: {} }))
        await status('edit', () =>
          client.call(messages.update, { ...at(id), body: { internalName: 'Mine' } }),
        )
        const waiting = await aMessage(deps, { teamId, ownedBy, method, status: 'AWAITING_APPROVAL' })
        if (allowed.length > 0) listed.add(waiting)
        await status('approve', () =>
          client.call(messages.requestChanges, { ...at(waiting), body: { text: 'No' } }),
        )
      }
    const found = await client.ok(messages.list, { params: team(), query: { list: 'drafts', limit: 200 } })
    const own = found.items.filter(({ id }) => listed.has(id)).map(({ id }) => id)
    expect(new Set(own)).toEqual(listed)
    const others = await rows<{ id: number }>(
      deps.pool,
      sql`select id from muster.outgoing_message where id = any(${found.items.map(({ id }) => id)}::bigint[])
            and (delivery_method <> ${permission.endsWith('sms') ? 'SMS' : 'EMAIL'}
              or (owned_by = ${holder.teamUserId}) = ${/approval|other_users/.test(permission)})`,
    )
    expect(others).toEqual([])
  })
})

describe('starting', () => {
  /** Only the jobs of messages: the world's own wait for others. */
  async function runStarts() {
    deps.added.splice(0, deps.added.length, ...deps.added.filter(({ name }) => name === 'start_message'))
    await deps.runJobs(messagesTasks(deps))
  }

  const isFrozen = (id: number) =>
    rows<{ address: string | null; state: string; reason: string | null }>(
      deps.pool,
      sql`select address, state, reason from ${ident(world.team.schema, 'message_recipient')} where message_id = ${id}
          order by record_id`,
    )

  test('writes the ledger in a job, which equals the preflight', async () => {
    const { teamId, admin: author } = world.team
    const id = await aMessage(deps, { teamId, ownedBy: author.teamUserId, senderId, include: people() })
    const counted = await admin.ok(messages.preflight, at(id))
    expect(counted).toMatchObject({ recipientCount: 2, byLanguage: { en: 2 }, excluded: { no_address: 1 } })
    await admin.ok(messages.send, { ...at(id), body: {} })
    await runStarts()
    expect(await isFrozen(id)).toEqual([
      { address: 'ana@example.org', state: 'waiting', reason: null },
      { address: 'Bea@example.org', state: 'waiting', reason: null },
      { address: null, state: 'excluded', reason: 'no_address' },
    ])
    expect((await admin.ok(messages.get, at(id))).counts.states).toEqual({ waiting: 2, excluded: 1 })
    const listed = await admin.ok(messages.recipients, { ...at(id), query: { search: 'bea@' } })
    expect(listed).toMatchObject({ total: 1, items: [{ name: 'Person 100001', address: 'Bea@example.org' }] })
    const why = await admin.ok(messages.why, { params: { ...at(id).params, dataRecordId: 100_002 } })
    expect(why).toMatchObject({ isInAudience: true, reason: 'no_address' })
    const params = { ...team(), dataRecordId: 100_000 }
    expect(
      (await admin.ok(messages.ofRecord, { params })).items.map(({ outgoingMessageId }) => outgoingMessageId),
    ).toContain(id)
  })

  test('a late message waits for a person', async () => {
    const { teamId, admin: author } = world.team
    const id = await aMessage(deps, {
      teamId,
      ownedBy: author.teamUserId,
      senderId,
      status: 'SCHEDULED',
      include: people(),
    })
    await run(
      deps.pool,
      sql`update muster.outgoing_message set scheduled_at = now() - interval '3 hours' where id = ${id}`,
    )
    await startDue(deps, new Date(), new AbortController().signal)
    expect(await admin.ok(messages.get, at(id))).toMatchObject({ status: 'SENDING', pauseReason: 'late' })
    expect(await isFrozen(id)).toEqual([])
    await admin.ok(messages.resume, { ...at(id), body: {} })
    await runStarts()
    expect(await isFrozen(id)).toHaveLength(3)
  })

  test('after a restore, what may have been sent since the backup waits for a person', async () => {
    const { teamId, admin: author } = world.team
    const make = async (more: object, set = sql`version = 1`) => {
      const id = await aMessage(deps, { teamId, ownedBy: author.teamUserId, senderId, ...more })
      await run(deps.pool, sql`update muster.outgoing_message set ${set} where id = ${id}`)
      return id
    }
    const sending = await make({ status: 'SENDING' })
    const paused = await make({ status: 'SENDING', isPaused: true }, sql`pause_reason = 'quota'`)
    const due = await make({ status: 'SCHEDULED' }, sql`scheduled_at = now() - interval '1 minute'`)
    const later = await make({ status: 'SCHEDULED' }, sql`scheduled_at = now() + interval '1 hour'`)
    const idle = await make({ status: 'SENDING' }, sql`is_automatic = true`)
    const filled = await make({ status: 'SENDING' }, sql`is_automatic = true`)
    await run(
      deps.pool,
      sql`insert into ${ident(world.team.schema, 'message_recipient')} (message_id, language, state)
          values (${filled}, 'en', 'waiting'), (${idle}, 'en', 'accepted')`,
    )
    const states = () =>
      rows(
        deps.pool,
        sql`select id, status, pause_reason as reason from muster.outgoing_message
            where id in (${sending}, ${paused}, ${due}, ${later}, ${idle}, ${filled}) order by id`,
      )
    const before = await states()
    expect(await holdRestored(deps.pool)).toBe(0)
    expect(await states()).toEqual(before)

    await run(deps.pool, sql`insert into muster.installation_step (name) values ('restored')`)
    expect(await holdRestored(deps.pool)).toBeGreaterThanOrEqual(3)
    expect(await states()).toEqual([
      { id: sending, status: 'SENDING', reason: 'restored' },
      { id: paused, status: 'SENDING', reason: 'quota' },
      { id: due, status: 'SENDING', reason: 'restored' },
      { id: later, status: 'SCHEDULED', reason: null },
      { id: idle, status: 'SENDING', reason: null },
      { id: filled, status: 'SENDING', reason: 'restored' },
    ])
    // Once for each restore.
    await admin.ok(messages.resume, { ...at(sending), body: {} })
    expect(await holdRestored(deps.pool)).toBe(0)
    await startDue(deps, new Date(), new AbortController().signal)
    expect(await isFrozen(due)).toEqual([])
  })

  test('an approval does not hold for other numbers of recipients', async () => {
    const { teamId, admin: author } = world.team
    const id = await aMessage(deps, { teamId, ownedBy: author.teamUserId, senderId, include: people() })
    await admin.ok(messages.submit, { ...at(id), body: {} })
    const approver = visitor.as(await world.team.holderOf('outgoing_messages_approval_emails'))
    await approver.ok(messages.approve, { ...at(id), body: {} })
    await run(deps.pool, sql`update muster.outgoing_message set approved_count = 3 where id = ${id}`)
    await admin.ok(messages.send, { ...at(id), body: {} })
    await runStarts()
    expect(await admin.ok(messages.get, at(id))).toMatchObject({ status: 'DRAFT', approval: null })
    expect((await admin.ok(messages.history, at(id))).items[0]).toMatchObject({
      event: 'lapse',
      detail: '3 → 2',
    })
    expect(await isFrozen(id)).toEqual([])
  })

  test('doubts are settled, and those whom it did not reach get another draft', async () => {
    const { teamId, admin: author } = world.team
    const id = await aMessage(deps, {
      teamId,
      ownedBy: author.teamUserId,
      senderId,
      status: 'SENT',
      include: people(),
    })
    const recipients = ident(world.team.schema, 'message_recipient')
    await run(
      deps.pool,
      sql`insert into ${recipients} (message_id, record_id, data_collection_id, address, address_hash, language, state)
          values (${id}, 100000, ${world.people}, 'ana@example.org', 'a', 'en', 'in_doubt'),
            (${id}, 100001, ${world.people}, 'bea@example.org', 'b', 'en', 'failed')`,
    )
    const followed = await admin.ok(messages.followUp, { ...at(id), body: { to: 'failed' } })
    expect(followed.audience.include).toEqual([
      { kind: 'records', dataCollectionId: world.people, dataRecordIds: [100_001] },
    ])
    const again = await admin.ok(messages.resolveDoubts, { ...at(id), body: { as: 'again' } })
    expect(again).toMatchObject({ status: 'SENDING', counts: { states: { waiting: 1, failed: 1 } } })
    const none = { ...at(id), body: { as: 'sent' as const } }
    expect((await admin.refused(messages.resolveDoubts, none)).code).toBe('message_status')
  })

  test('statistics and the dashboard answer', async () => {
    const { teamId, admin: author } = world.team
    const id = await aMessage(deps, { teamId, ownedBy: author.teamUserId, senderId, status: 'SENDING' })
    const stats = await admin.ok(messages.stats, at(id))
    expect(stats).toMatchObject({ links: [], hours: [], machines: { opens: 0, clicks: 0 } })
    const board = await admin.ok(messages.dashboard, { params: team() })
    expect(board.sending.map((message) => message.id)).toContain(id)
    expect((await member.refused(messages.dashboard, { params: team() })).status).toBe(403)
  })
})

test('a test is marked as one in the language of the message', async () => {
  const { teamId, admin: author } = world.team
  const id = await aMessage(deps, { teamId, ownedBy: author.teamUserId, senderId })
  await admin.ok(messages.saveContent, {
    params: { ...at(id).params, languageId: 'es' },
    body: { subjectLine: 'Hola {{ system.team_name }}', design: design as never },
  })
  for (const languageId of ['en', 'es'] as const)
    await admin.ok(messages.testSend, {
      ...at(id),
      body: { addresses: ['me@example.org'], languageId, dataRecordId: null },
    })
  const subjects = deps.mails.filter(({ to }) => to === 'me@example.org').map(({ subject }) => subject)
  expect(subjects).toEqual(['[Test] Hello', expect.stringMatching(/^\[Prueba\] Hola \S/)])
})

describe('the dashboard', () => {
  test('says of each message how fast it goes out, and when it ends by the counts kept with it', async () => {
    const { teamId, schema, admin: author } = world.team
    const waiting = { states: { accepted: 12, waiting: 30 }, outcomes: {} }
    const ids: number[] = []
    for (const isPaused of [false, true]) {
      const id = await aMessage(deps, { teamId, ownedBy: author.teamUserId, status: 'SENDING', isPaused })
      ids.push(id)
      await run(
        deps.pool,
        sql`insert into ${ident(schema, 'message_recipient')} (message_id, language, state, handed_at)
            select ${id}::bigint, 'en', 'accepted', now() - n * interval '1 minute' from generate_series(2, 13) n`,
      )
      await run(
        deps.pool,
        sql`update muster.outgoing_message set counts = ${JSON.stringify(waiting)} where id = ${id}`,
      )
    }
    const { sending } = await admin.ok(messages.dashboard, { params: team() })
    const [moving, paused] = ids.map((id) => sending.find((one) => one.id === id)!)
    // Three within the last five minutes, the first of them four minutes and a little more ago.
    expect(moving!.perMinute).toBeGreaterThan(0.5)
    expect(moving!.perMinute).toBeLessThanOrEqual(0.8)
    const minutes = (Date.parse(moving!.endsAt!) - Date.now()) / 60_000
    expect(minutes).toBeCloseTo(30 / moving!.perMinute, 0)
    expect(paused).toMatchObject({ perMinute: moving!.perMinute, endsAt: null })
  })

  test('offers what the reader may approve, also behind many that they may not', async () => {
    const { teamId, admin: author } = world.team
    const approver = await world.team.holderOf('outgoing_messages_approval_emails')
    const status = 'AWAITING_APPROVAL'
    const aged = async (ownedBy: number, created: string) => {
      const id = await aMessage(deps, { teamId, ownedBy, status })
      await run(
        deps.pool,
        sql`update muster.outgoing_message set created_at = ${created}::timestamptz where id = ${id}`,
      )
      return id
    }
    for (let n = 0; n < 11; n++) await aged(author.teamUserId, '2020-01-01')
    const id = await aged(approver.teamUserId, '2021-01-01')
    const shown = async (client: Client) => {
      const { awaitingApproval } = await client.ok(messages.dashboard, { params: team() })
      expect(awaitingApproval.every(({ mayDo }) => mayDo.includes('approve'))).toBe(true)
      return awaitingApproval.map((one) => one.id)
    }
    expect(await shown(admin)).toContain(id)
    expect(await shown(visitor.as(approver))).not.toContain(id)
  })

  test('and statistics only read: they show the counts that are kept', async () => {
    const { teamId, admin: author } = world.team
    const id = await aMessage(deps, { teamId, ownedBy: author.teamUserId, status: 'SENT' })
    const kept = { states: { accepted: 3 }, outcomes: { opened: 2 } }
    await run(
      deps.pool,
      sql`update muster.outgoing_message set counts = ${JSON.stringify(kept)}, counted_at = null where id = ${id}`,
    )
    expect((await admin.ok(messages.stats, at(id))).counts).toEqual(kept)
    const stored = await one(
      deps.pool,
      sql`select counts, counted_at as at from muster.outgoing_message where id = ${id}`,
    )
    expect(stored).toEqual({ counts: kept, at: null })
  })
})

describe('templates', () => {
  test('are written, published, used and archived', async () => {
    const made = await admin.ok(messageTemplates.create, {
      params: team(),
      body: {
        internalName: 'Letter',
        usedFor: 'participation_only',
        deliveryMethodId: 'SMS',
        contentLanguageId: 'en',
      },
    })
    const one = { params: { ...team(), outgoingMessageTemplateId: made.id } }
    expect((await admin.refused(messageTemplates.publish, one)).code).toBe('message_problems')
    await admin.ok(messageTemplates.saveContent, {
      params: { ...one.params, languageId: 'en' },
      body: { textOnlyVersion: 'Hello' },
    })
    const writer = visitor.as(await world.team.holderOf('outgoing_messages_user_sms'))
    expect((await writer.refused(messageTemplates.get, one)).status).toBe(404)
    await admin.ok(messageTemplates.publish, one)
    const offered = await writer.ok(messageTemplates.list, { params: team(), query: {} })
    expect(offered.items.map(({ internalName }) => internalName)).toEqual(['Letter'])
    const body = {
      internalName: 'M',
      deliveryMethodId: 'SMS',
      contentLanguageId: 'en',
      outgoingMessageTemplateId: made.id,
    } as const
    const message = await writer.ok(messages.create, {
      params: team(),
      body: { ...body, contentTypeId: 'PARTICIPATION' },
    })
    expect(message.textOnlyVersion).toBe('Hello')
    const marketing = { params: team(), body: { ...body, contentTypeId: 'MARKETING' as const } }
    expect((await writer.refused(messages.create, marketing)).code).toBe('validation_failed')
    expect((await admin.refused(messageTemplates.remove, one)).code).toBe('message_status')
    expect((await admin.ok(messageTemplates.archive, one)).status).toBe('ARCHIVED')
    expect((await writer.refused(messageTemplates.archive, one)).status).toBe(403)
  })
})
