/** Inviting the persons of a list, some rows of which are wrong. */
import { type InvitationRow, usersApi } from '@muster/contract/users/users.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTeam, type TestTeam } from '../../../test/a-team.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { rows as select, sql } from '../../platform/db.ts'
import { authTasks } from '../auth/auth.jobs.ts'
import { usersRoutes } from './users.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let client: Client
let team: TestTeam
let admin: Client
let count = 0

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => bindTo(usersApi, usersRoutes(deps)))
  client = clientOf(app)
})
beforeEach(async () => {
  team = await aTeam(deps)
  admin = client.as(team.admin)
  deps.added.length = 0
  deps.mails.length = 0
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

const row = (more: Partial<InvitationRow> = {}): InvitationRow => ({
  firstName: 'Ana',
  lastName: 'Torres',
  email: `several${++count}@example.org`,
  roles: [],
  ...more,
})
const send = (rows: InvitationRow[], isCheck = false, by = admin) =>
  by.ok(usersApi.inviteSeveral, { params: { teamId: team.teamId }, body: { rows, isCheck } })
const list = async () => (await admin.ok(usersApi.list, { params: { teamId: team.teamId } })).items

/** A role of the team and its name. */
async function aRole(permission: 'team_admin_users' | 'team_admin_data_collections') {
  const holder = await team.holderOf(permission)
  const id = holder.teamUser.userRoleIds.at(-1)!
  const [found] = await select<{ name: string }>(
    deps.pool,
    sql`select role_name as name from muster.user_role where id = ${id}`,
  )
  return { id, name: found!.name, holder }
}

test('invites the good rows and reports the others at their values', async () => {
  const role = await aRole('team_admin_data_collections')
  const twice = `Twice${count}@example.org`
  const rows = [
    row({
      email: ' First.One@Example.org ',
      roles: [` ${role.name.toUpperCase()} `, 'Member'],
      language: 'FR',
    }),
    row({ email: 'nobody' }),
    row({ firstName: ' ', lastName: 'x'.repeat(101) }),
    row({ email: twice }),
    row({ email: twice.toUpperCase() }),
    row({ email: team.member.email }),
    row({ roles: ['Gardener', role.name] }),
    row({ language: 'de' }),
  ]
  const errors = [
    { path: 'rows.1.email', code: 'not_an_email' },
    { path: 'rows.2.firstName', code: 'required' },
    expect.objectContaining({ path: 'rows.2.lastName', code: 'too_long' }),
    { path: 'rows.4.email', code: 'duplicate_in_file' },
    { path: 'rows.6.roles', code: 'unknown_role', params: { name: 'Gardener' } },
    { path: 'rows.7.language', code: 'invalid' },
    { path: 'rows.5.email', code: 'email_linked' },
  ]
  const before = await list()
  expect(await send(rows, true)).toEqual({ invited: [0, 3], errors })
  expect(await list()).toEqual(before)
  expect(deps.added).toEqual([])

  expect(await send(rows)).toEqual({ invited: [0, 3], errors })
  const invited = (await list()).filter(({ status }) => status === 'invited')
  expect(invited.map(({ email }) => email).sort()).toEqual(['first.one@example.org', twice.toLowerCase()])
  const first = invited.find(({ email }) => email.startsWith('first'))
  expect(first).toMatchObject({
    firstName: 'Ana',
    accountType: 'user',
    roles: [{ id: role.id }],
    invitedBy: 'Ada Admin',
  })
  await deps.runJobs(authTasks(deps))
  const mails = deps.mails.map(({ to, subject }) => [typeof to === 'string' ? to : (to as never), subject])
  expect(mails).toHaveLength(2)
  expect(mails.find(([to]) => JSON.stringify(to).includes('first.one'))![1]).toMatch(/^Ada Admin vous invite/)
  const logged = await select(
    deps.pool,
    sql`select from muster.audit_event where team_id = ${team.teamId} and action = 'invited'`,
  )
  expect(logged).toHaveLength(2)
})

test('the second time, everybody is linked already', async () => {
  const rows = [row(), row()]
  expect(await send(rows)).toEqual({ invited: [0, 1], errors: [] })
  expect((await send(rows)).errors).toEqual([
    { path: 'rows.0.email', code: 'email_linked' },
    { path: 'rows.1.email', code: 'email_linked' },
  ])
})

test('a manager assigns roles within their own permissions only', async () => {
  const within = await aRole('team_admin_users')
  const beyond = await aRole('team_admin_data_collections')
  const rows = [row({ roles: [within.name] }), row({ roles: [within.name, beyond.name] })]
  expect(await send(rows, false, client.as(within.holder))).toEqual({
    invited: [0],
    errors: [{ path: 'rows.1.roles', code: 'role_not_assignable', params: { name: beyond.name } }],
  })
})

test('an address that got too many mails is left out', async () => {
  const busy = row()
  const others = await Promise.all(Array.from({ length: 5 }, () => aTeam(deps)))
  for (const { teamId, admin: by } of others) {
    const body = { rows: [busy], isCheck: false }
    await client.as(by).ok(usersApi.inviteSeveral, { params: { teamId }, body })
  }
  expect(await send([row(), busy])).toEqual({
    invited: [0],
    errors: [{ path: 'rows.1.email', code: 'mail_limit' }],
  })
})

test('500 rows, and not one more', async () => {
  const rows = Array.from({ length: 500 }, () => row())
  expect((await send(rows)).invited).toHaveLength(500)
  expect(deps.added).toHaveLength(500)
  const body = { rows: [...rows, row()], isCheck: true }
  const refused = await admin.refused(usersApi.inviteSeveral, { params: { teamId: team.teamId }, body })
  expect(refused.errors).toMatchObject([{ path: 'rows' }])
})
