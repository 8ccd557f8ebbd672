/** What somebody with rights to messages, and few to records, sees of recipients and may write. */
import { api } from '@muster/contract/api'
import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { admin, deps, inAnApp, people, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { ident, run, sql } from '../../platform/db.ts'
import { messagesTasks } from './messages.jobs.ts'
import { messagesRoutes } from './messages.routes.ts'
import { aMessage, aSender } from './messages.test-support.ts'

const { messages } = api

inAnApp((deps) => (bindTo) => {
  bindTo(messages, messagesRoutes(deps))
})
withWorld()

const at = (id: number) => ({ params: { ...team(), outgoingMessageId: id } })
/** May write the messages of others, and reads the names of people only. */
let reader: Client
let senderId: number

beforeAll(async () => {
  senderId = await aSender(deps, world.team.teamId)
  await run(
    deps.pool,
    sql`update muster.data_collection set represents_people = true where id = ${world.people}`,
  )
  await world.team.setMemberGrants([])
  reader = visitor.as(
    await world.team.user({
      featurePermissions: ['outgoing_messages_other_users_emails'],
      grants: [{ permission: 'read_data_field_data', dataFieldId: people.name! }],
    }),
  )
  const { schema } = world.team
  const { tableName } = (await world.model()).collections.get(world.people)!
  for (const [n, email] of ['ana@example.org', 'bea@example.org'].entries()) {
    const id = 100_000 + n
    await run(
      deps.pool,
      sql`insert into ${ident(schema, 'data_record')} (id, data_collection_id, name, version)
          values (${id}, ${world.people}, ${`Person ${id}`}, 1)`,
    )
    await run(
      deps.pool,
      sql`insert into ${ident(schema, tableName)} (record_id, name, email) values (${id}, ${`Person ${id}`}, ${email})`,
    )
  }
})

test('a message of somebody else gets only merge fields that their author may read', async () => {
  const { teamId, admin: owner } = world.team
  const id = await aMessage(deps, { teamId, ownedBy: owner.teamUserId })
  const write = (text: string) => {
    const block = { id: 'a', type: 'text', settings: { html: `<p>${text}</p>` } }
    const params = { ...at(id).params, languageId: 'en' as const }
    const body = { subjectLine: 'Hi', design: { settings: {}, blocks: [block] } } as never
    return reader.call(messages.saveContent, { params, body })
  }
  expect((await write('{{ field.name }}')).status).toBe(200)
  const { problem } = await write('{{ field.name }} {{ field.notes }}')
  expect(problem?.errors).toEqual([{ path: 'design', code: 'unknown_field' }])
  const { contents } = await admin.ok(messages.get, at(id))
  expect(JSON.stringify(contents)).not.toContain('field.notes')
})

test('recipients hide addresses, and answers of servers that name them, of fields that a reader may not read', async () => {
  const { teamId, admin: author } = world.team
  const id = await aMessage(deps, {
    teamId,
    ownedBy: author.teamUserId,
    senderId,
    include: [{ kind: 'collection', dataCollectionId: world.people }],
  })
  await admin.ok(messages.send, { ...at(id), body: {} })
  await deps.runJobs(messagesTasks(deps))
  await run(
    deps.pool,
    sql`update ${ident(world.team.schema, 'message_recipient')} set state = 'failed', detail = '550 ana@example.org'
        where message_id = ${id} and address = 'ana@example.org'`,
  )
  const { items } = await reader.ok(messages.recipients, { ...at(id), query: {} })
  expect(items.map(({ name, address, detail }) => ({ name, address, detail }))).toEqual([
    { name: 'Person 100000', address: null, detail: null },
    { name: 'Person 100001', address: null, detail: null },
  ])
  const found = await reader.ok(messages.recipients, { ...at(id), query: { search: 'ana@' } })
  expect(found.total).toBe(0)
  const all = await admin.ok(messages.recipients, { ...at(id), query: { search: 'ana@' } })
  expect(all.items).toMatchObject([{ address: 'ana@example.org', detail: '550 ana@example.org' }])
})
