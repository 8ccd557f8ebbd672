/** Runs of wizards send messages: each run once, and only if it is saved. */
import { wizardRunsApi } from '@muster/contract/wizards/runs.api'
import type { Answer, RunScreen } from '@muster/contract/wizards/runs.schema'
import { beforeAll, describe, expect, test } from 'vitest'
import { admin, deps, inAnApp, people, team, withWorld, world } from '../../../../test/in-a-world.ts'
import { systemFor } from '../../../engine/public.ts'
import { ident, one, rows, run, sql, transaction } from '../../../platform/db.ts'
import { undoRegistry } from '../../../undo.ts'
import { addressHash } from '../../messages/audience/address.ts'
import { sendAutomatic } from '../../messages/automatic.service.ts'
import { messagesTasks } from '../../messages/messages.jobs.ts'
import { aTemplate } from '../../messages/messages.test-support.ts'
import { removeStep, removeTask, updateTask } from '../steps.service.ts'
import { wizardsTasks } from '../wizards.jobs.ts'
import { getWizard, removeWizard } from '../wizards.service.ts'
import { type DraftStep, type DraftWizard, insertWizard } from '../wizards.test-support.ts'
import { wizardRunsRoutes } from './runs.routes.ts'

inAnApp((all) => (bindTo) => bindTo(wizardRunsApi, wizardRunsRoutes(all, undoRegistry)))
withWorld()

beforeAll(async () => {
  await run(
    deps.pool,
    sql`update muster.data_collection set represents_people = true where id = ${world.people}`,
  )
  deps.models.forget(world.team.teamId)
})

const author = () => world.team.admin.teamUser

const create = (fields: object[], more: object = {}): DraftStep['tasks'][number] => ({
  type: 'create_data_record',
  variable: 'visitor',
  settings: { dataCollectionId: world.people, fields, ...more },
})
const ask = (dataFieldId: number) => ({ dataFieldId, mode: 'ask' as const })
const send = (template: number, more: object = {}): DraftStep['tasks'][number] => ({
  type: 'send_outgoing_message',
  settings: { recordsValue: 'visitor', outgoingMessageTemplateId: template },
  ...more,
})

/** Registers a person and thanks them. */
async function thanking(options: Partial<DraftWizard> & { html?: string; task?: object } = {}) {
  const { html, task, ...settings } = options
  const template = await aTemplate(deps, world.team.teamId, html)
  const wizard = await insertWizard(deps, world.team.teamId, {
    steps: [
      {
        tasks: [
          create([ask(people.name!), ask(people.email!)], { allowCreatingNewRecord: true }),
          send(template, task),
        ],
      },
    ],
    ...settings,
  })
  return { id: wizard.id, template, taskId: wizard.taskIds.at(-1)! }
}

const start = (dataWizardId: number, body: object = {}, client = admin) =>
  client.ok(wizardRunsApi.start, { params: { ...team(), dataWizardId }, body })
const answer = (screen: RunScreen, given: Answer, client = admin) =>
  client.call(wizardRunsApi.advance, {
    params: { ...team(), wizardRunId: screen.id, wizardStepId: screen.wizardStepId ?? 1 },
    body: { stepToken: screen.stepToken ?? '', answer: given },
  })
const person = (...items: { name: string; email: string }[]): Answer => ({
  kind: 'form',
  items: items.map((values) => ({ values })),
})

async function register(wizardId: number, ...items: { name: string; email: string }[]): Promise<RunScreen> {
  const { body, problem } = await answer(await start(wizardId), person(...items))
  if (problem) throw new Error(JSON.stringify(problem))
  return body
}

interface Row {
  messageId: number
  address: string
  state: string
  reason: string | null
  cause: string
  language: string
  values: object
}

const messagesOf = (template: number) =>
  rows<{ id: number; status: string; isOpen: boolean; senderId: number | null }>(
    deps.pool,
    sql`select id, status, wizard_step_task_id is not null as "isOpen", sender_id as "senderId"
        from muster.outgoing_message where message_template_id = ${template} and is_automatic order by id`,
  )

async function ledgerOf(template: number): Promise<Row[]> {
  const ids = (await messagesOf(template)).map(({ id }) => id)
  return rows<Row>(
    deps.pool,
    sql`select message_id as "messageId", address, state, reason, cause, language, "values"
        from ${ident(world.team.schema, 'message_recipient')} where message_id = any(${ids}::bigint[]) order by id`,
  )
}

let count = 0
const anAddress = () => `guest${++count}@people.example`

describe('the end of a run', () => {
  test('adds its people to the one message of the task, which is being sent', async () => {
    const { id, template } = await thanking()
    const [ana, bea] = [anAddress(), anAddress()]
    const done = await register(id, { name: 'Ana', email: ana })
    expect(done.outcome?.messages).toEqual([{ outgoingMessageTemplateId: template, people: 1 }])
    await register(id, { name: 'Bea', email: bea })
    const messages = await messagesOf(template)
    expect(messages).toEqual([
      { id: messages[0]!.id, status: 'SENDING', isOpen: true, senderId: expect.any(Number) },
    ])
    const ledger = await ledgerOf(template)
    expect(ledger).toMatchObject([
      { address: ana, state: 'waiting', values: { name: 'Ana' }, language: 'en' },
      { address: bea, state: 'waiting', values: { name: 'Bea' } },
    ])
    expect(new Set(ledger.map(({ cause }) => cause)).size).toBe(2)
    await deps.runJobs(messagesTasks(deps))
    const counted = await one<{ waiting: number }>(
      deps.pool,
      sql`select (counts -> 'states' ->> 'waiting')::int as waiting from muster.outgoing_message where id = ${messages[0]!.id}`,
    )
    expect(counted).toEqual({ waiting: 2 })
  })

  test('is in the history of each record, and the message has a plan', async () => {
    const { id, template } = await thanking()
    await register(id, { name: 'Cleo', email: anAddress() })
    const events = await rows(
      deps.pool,
      sql`select o.kind, l.type from ${ident(world.team.schema, 'log_event')} l
            join ${ident(world.team.schema, 'operation')} o on o.id = l.operation_id
            join ${ident(world.team.schema, 'message_recipient')} r on r.record_id = l.record_id
          where r.message_id = ${(await messagesOf(template))[0]!.id} order by o.id`,
    )
    expect(events).toEqual([
      { kind: 'wizard_run', type: 'created' },
      { kind: 'send_message', type: 'sent_outgoing_message' },
    ])
    const content = await one<{ hasPlan: boolean }>(
      deps.pool,
      sql`select compiled is not null as "hasPlan" from muster.outgoing_message_content
          where outgoing_message_id = ${(await messagesOf(template))[0]!.id}`,
    )
    expect(content).toEqual({ hasPlan: true })
  })

  test('an answer sent twice sends once; two runs at the same moment share a message', async () => {
    const { id, template } = await thanking()
    const email = anAddress()
    const first = await start(id)
    await Promise.all([1, 2, 3].map(() => answer(first, person({ name: 'Dora', email }))))
    expect(await ledgerOf(template)).toHaveLength(1)
    const other = await thanking()
    await Promise.all([1, 2, 3].map(() => register(other.id, { name: 'Eva', email: anAddress() })))
    expect(await messagesOf(other.template)).toHaveLength(1)
    expect(await ledgerOf(other.template)).toHaveLength(3)
  })

  test('the same run never adds somebody again, whatever happens to the process', async () => {
    const { id, template, taskId } = await thanking()
    await register(id, { name: 'Fay', email: anAddress() })
    const [row] = await ledgerOf(template)
    const model = await world.model()
    const { recordId } = (await one<{ recordId: number }>(
      deps.pool,
      sql`select record_id as "recordId" from ${ident(world.team.schema, 'message_recipient')}
          where message_id = ${row!.messageId}`,
    ))!
    const again = {
      wizardStepTaskId: taskId,
      outgoingMessageTemplateId: template,
      dataCollectionId: world.people,
      recordIds: [recordId],
      caller: world.team.admin.teamUser,
      teamUserId: null,
      language: 'en' as const,
      isLast: false,
    }
    const sendAgain = (cause: string) =>
      transaction(deps.pool, (client) => sendAutomatic(deps, client, model, { ...again, cause }))
    expect(await sendAgain(row!.cause)).toEqual({ people: 0 })
    expect(await ledgerOf(template)).toHaveLength(1)
    expect(await sendAgain('00000000-0000-4000-8000-000000000001')).toEqual({ people: 1 })
  })

  test('a dry run, a cancelled run and one that fails send nothing', async () => {
    const { id, template } = await thanking()
    const dry = await answer(await start(id, { isDry: true }), person({ name: 'Gil', email: anAddress() }))
    expect(dry.body.outcome?.messages).toEqual([{ outgoingMessageTemplateId: template, people: 1 }])
    const cancelled = await start(id)
    await admin.ok(wizardRunsApi.cancel, { params: { ...team(), wizardRunId: cancelled.id } })
    const email = anAddress()
    await register(id, { name: 'Hal', email })
    const failed = await answer(await start(id), person({ name: 'Hal 2', email }))
    expect(failed.problem?.code).toBe('validation_failed')
    expect((await ledgerOf(template)).map(({ address }) => address)).toEqual([email])
  })

  test('people without an address, suppressed or named twice get nothing, and the reason is kept', async () => {
    const { id, template } = await thanking()
    const email = anAddress()
    await run(
      deps.pool,
      sql`insert into ${ident(world.team.schema, 'message_suppression')} (channel, address_hash, reason)
          values ('EMAIL', ${addressHash(deps.config, world.team.teamId, email)}, 'complaint')`,
    )
    const done = await register(id, { name: 'Ida', email: '' }, { name: 'Jo', email })
    expect(done.outcome?.messages).toEqual([{ outgoingMessageTemplateId: template, people: 0 }])
    expect((await ledgerOf(template)).map(({ state, reason }) => `${state} ${reason}`)).toEqual([
      'excluded no_address',
      'excluded complained',
    ])
  })
})

test('a template that says something else begins another message, and the old one may end', async () => {
  const { id, template } = await thanking()
  await register(id, { name: 'Kim', email: anAddress() })
  await run(
    deps.pool,
    sql`update muster.message_template_content set subject_line = 'Welcome' where message_template_id = ${template}`,
  )
  await register(id, { name: 'Lea', email: anAddress() })
  await register(id, { name: 'Mia', email: anAddress() })
  const messages = await messagesOf(template)
  expect(messages.map(({ isOpen }) => isOpen)).toEqual([false, true])
  const ledger = await ledgerOf(template)
  expect(ledger.map(({ messageId }) => messages.findIndex((one) => one.id === messageId))).toEqual([0, 1, 1])
})

test('a message whose sender was removed gets another one', async () => {
  const { id, template } = await thanking()
  await register(id, { name: 'Nia', email: anAddress() })
  const [before] = await messagesOf(template)
  await run(
    deps.pool,
    sql`update muster.message_sender set deleted_at = now() where id = ${before!.senderId}`,
  )
  await run(
    deps.pool,
    sql`insert into muster.message_sender (team_id, name, delivery_method, transport, from_address)
        values (${world.team.teamId}, 'New', 'EMAIL', 'outbox', 'new@bank.example')`,
  )
  await register(id, { name: 'Oda', email: anAddress() })
  const [after] = await messagesOf(template)
  expect(after!.id).toBe(before!.id)
  expect(after!.senderId).not.toBe(before!.senderId)
})

test.each([
  ['ARCHIVED', 'template_archived'],
  ['DRAFT', 'template_draft'],
])('a template that is %s sends nothing, and wizard and run say so', async (status, notSent) => {
  const { id, template, taskId } = await thanking()
  expect((await wizardOf(id)).problems).toEqual([])
  await register(id, { name: 'Pia', email: anAddress() })
  await run(deps.pool, sql`update muster.message_template set status = ${status} where id = ${template}`)
  expect((await wizardOf(id)).problems).toMatchObject([
    { stepTaskId: taskId, path: 'outgoingMessageTemplateId', code: 'template_gone' },
  ])
  const none = { outgoingMessageTemplateId: template, people: 0, notSent }
  const dry = await answer(await start(id, { isDry: true }), person({ name: 'Pia', email: anAddress() }))
  expect(dry.body.outcome?.messages).toEqual([none])
  const done = await register(id, { name: 'Pia', email: anAddress() })
  expect(done.outcome?.messages).toEqual([none])
  expect(await ledgerOf(template)).toHaveLength(1)
  const { events } = await admin.ok(wizardRunsApi.detail, { params: { ...team(), wizardRunId: done.id } })
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'not_sent', stepTaskId: taskId, detail: { reason: notSent, people: 1 } }),
  )
})

const wizardOf = (id: number) => getWizard(deps, world.team.teamId, id)

describe('the message of a task', () => {
  const isOpen = async (template: number) => (await messagesOf(template)).map((message) => message.isOpen)

  test.each([
    ['its task', (_id: number, taskId: number) => removeTask(deps, author(), taskId)],
    ['the step', (id: number) => wizardOf(id).then(({ steps }) => removeStep(deps, author(), steps[0]!.id))],
    ['the wizard', (id: number) => removeWizard(deps, author(), id)],
  ])('is closed when %s is removed', async (_what, remove) => {
    const { id, template, taskId } = await thanking()
    const other = await thanking()
    for (const one of [id, other.id]) await register(one, { name: 'Uma', email: anAddress() })
    await remove(id, taskId)
    expect(await isOpen(template)).toEqual([false])
    expect(await isOpen(other.template)).toEqual([true])
  })

  test('is closed when the task gets another template', async () => {
    const { id, template, taskId } = await thanking()
    await register(id, { name: 'Vic', email: anAddress() })
    const change = (outgoingMessageTemplateId: number) =>
      updateTask(deps, author(), taskId, {
        settings: { recordsValue: 'visitor', outgoingMessageTemplateId },
      })
    await change(template)
    expect(await isOpen(template)).toEqual([true])
    await change(await aTemplate(deps, world.team.teamId))
    expect(await isOpen(template)).toEqual([false])
  })

  test('is not open for a run that is still on the version with the task', async () => {
    const { id, template, taskId } = await thanking()
    const begun = await start(id)
    await removeTask(deps, author(), taskId)
    const { body } = await answer(begun, person({ name: 'Wes', email: anAddress() }))
    expect(body.outcome?.messages).toEqual([{ outgoingMessageTemplateId: template, people: 1 }])
    expect(await ledgerOf(template)).toMatchObject([{ state: 'waiting' }])
    expect(await isOpen(template)).toEqual([false])
  })
})

test('with the wizard’s own rights a mail shows what the wizard names, and nothing else', async () => {
  const html = '<p>{{ field.name }}, {{ field.score }} points, {{ field.notes }}</p>'
  const { id, template } = await thanking({ runsWith: 'wizard', html })
  await run(
    deps.pool,
    sql`update muster.wizard_step_task set settings = jsonb_set(settings, '{settings,fields}',
          settings #> '{settings,fields}' || ${JSON.stringify([{ dataFieldId: people.score, mode: 'set', value: 7 }])}::jsonb)
        where type = 'create_data_record' and wizard_step_id in (select id from muster.wizard_step where data_wizard_id = ${id})`,
  )
  await register(id, { name: 'Quin', email: anAddress() })
  expect(await ledgerOf(template)).toMatchObject([{ values: { name: 'Quin', score: '7' } }])
  expect(await ledgerOf(template)).not.toMatchObject([{ values: { notes: expect.anything() } }])
})

test('nobody is written to whose address the run may not read', async () => {
  const { id, template, taskId } = await thanking()
  const done = await register(id, { name: 'Ria', email: anAddress() })
  expect(done.outcome?.messages).toMatchObject([{ people: 1 }])
  const { recordId } = (await one<{ recordId: number }>(
    deps.pool,
    sql`select record_id as "recordId" from ${ident(world.team.schema, 'message_recipient')} order by id desc limit 1`,
  ))!
  const model = await world.model()
  const sent = await transaction(deps.pool, (client) =>
    sendAutomatic(deps, client, model, {
      wizardStepTaskId: taskId,
      outgoingMessageTemplateId: template,
      dataCollectionId: world.people,
      recordIds: [recordId],
      caller: systemFor(0, [{ permission: 'read_data_field_data', dataFieldId: people.name! }]),
      teamUserId: null,
      language: 'en',
      isLast: false,
      cause: '00000000-0000-4000-8000-000000000002',
    }),
  )
  expect(sent).toEqual({ people: 0 })
  expect((await ledgerOf(template)).map(({ state, reason }) => `${state} ${reason}`)).toEqual([
    'waiting null',
    'excluded no_address',
  ])
})

test('a run whose person may not read the people ends all the same', async () => {
  const { id, template, taskId } = await thanking()
  await register(id, { name: 'Tea', email: anAddress() })
  const model = await world.model()
  const sent = await transaction(deps.pool, (client) =>
    sendAutomatic(deps, client, model, {
      wizardStepTaskId: taskId,
      outgoingMessageTemplateId: template,
      dataCollectionId: world.people,
      recordIds: [1],
      caller: systemFor(0, []),
      teamUserId: null,
      language: 'en',
      isLast: false,
      cause: '00000000-0000-4000-8000-000000000003',
    }),
  )
  expect(sent).toEqual({ people: 0 })
  expect(await ledgerOf(template)).toHaveLength(1)
})

test('a task in the background sends, too, once', async () => {
  const { id, template } = await thanking({ task: { executeInBackground: true } })
  const email = anAddress()
  const done = await register(id, { name: 'Sam', email })
  expect(done.state).toBe('background')
  expect(await ledgerOf(template)).toEqual([])
  await deps.runJobs({ ...wizardsTasks(deps), ...messagesTasks(deps) })
  expect(await ledgerOf(template)).toMatchObject([{ address: email, state: 'waiting' }])
  await wizardsTasks(deps).wizard_continue.run(
    { teamId: world.team.teamId, wizardRunId: done.id },
    {} as never,
  )
  expect(await ledgerOf(template)).toHaveLength(1)
})
