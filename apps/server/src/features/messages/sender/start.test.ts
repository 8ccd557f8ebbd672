/** The sender as a process starts it, with its own intervals and transports. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { messageSendersApi as senders } from '@muster/contract/messages/senders.api'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aSendingMessage, statusOf, testComposer } from '../../../../test/a-sending.ts'
import { aTeam, type TestTeam } from '../../../../test/a-team.ts'
import { clientOf } from '../../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../../test/test-deps.ts'
import { ident, one, rows, run, sql } from '../../../platform/db.ts'
import { createOutbox } from '../../../platform/mail/outbox.ts'
import { sendersRoutes } from '../senders/senders.routes.ts'
import { startSending } from './start.ts'

let deps: TestDeps
let team: TestTeam
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-send-'))

beforeAll(async () => {
  deps = await testDeps({ config: { dataDir } })
  team = await aTeam(deps)
})
afterAll(async () => {
  await deps.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

test('a message by the outbox of a team is kept on this machine, and noted with its records', async () => {
  const app = await testApp(deps, (bindTo) => bindTo(senders, sendersRoutes(deps)))
  const { items } = await clientOf(app, team.admin).ok(senders.list, { params: { teamId: team.teamId } })
  const senderId = items.find(({ deliveryMethodId }) => deliveryMethodId === 'EMAIL')!.id
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count: 3 })
  const record = await one<{ id: number }>(
    deps.pool,
    sql`insert into ${ident(team.schema, 'data_record')} (data_collection_id, name) values (1, 'Ada') returning id`,
  )
  await run(
    deps.pool,
    sql`update ${ident(team.schema, 'message_recipient')} set record_id = ${record!.id} where message_id = ${messageId}`,
  )
  const sending = startSending(deps, testComposer)
  await vi.waitFor(async () => expect((await statusOf(deps.pool, messageId)).status).toBe('SENT'), {
    timeout: 60_000,
  })
  await sending.stop()
  const { entries } = await createOutbox(path.join(dataDir, 'outbox')).list()
  expect(entries.flatMap(({ to }) => to).sort()).toEqual(
    [1, 2, 3].map((n) => `${messageId}.${n}@people.example`),
  )
  const events = await rows(
    deps.pool,
    sql`select o.kind, l.type, l.record_id as "recordId" from ${ident(team.schema, 'log_event')} l
          join ${ident(team.schema, 'operation')} o on o.id = l.operation_id`,
  )
  expect(events).toEqual([{ kind: 'send_message', type: 'sent_outgoing_message', recordId: record!.id }])
})
