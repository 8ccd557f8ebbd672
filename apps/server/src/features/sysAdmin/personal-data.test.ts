/** What is kept on an account can be taken away; an erased account leaves history without its name. */
import { authApi } from '@muster/contract/auth/auth.api'
import { bookmarksApi } from '@muster/contract/bookmarks/bookmarks.api'
import { projectsApi } from '@muster/contract/projects/projects.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import { usersApi } from '@muster/contract/users/users.api'
import { beforeAll, expect, test } from 'vitest'
import type { TestPerson, TestUser } from '../../../test/a-team.ts'
import { type Client, urlOf } from '../../../test/client.ts'
import { admin, deps, inAnApp, member, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { ident, one, rows, sql } from '../../platform/db.ts'
import { authRoutes } from '../auth/auth.routes.ts'
import { bookmarksRoutes } from '../bookmarks/bookmarks.routes.ts'
import { projectsRoutes } from '../projects/projects.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { teamsRoutes } from '../teams/teams.routes.ts'
import { invitationsRoutes } from '../users/invitations.routes.ts'
import { usersRoutes } from '../users/users.routes.ts'
import { sysAdminRoutes } from './sysAdmin.routes.ts'

inAnApp((deps) => (bindTo) => {
  bindTo(authApi, { ...authRoutes(deps), ...invitationsRoutes(deps) })
  bindTo(bookmarksApi, bookmarksRoutes(deps))
  bindTo(projectsApi, projectsRoutes(deps))
  bindTo(recordsApi, recordsRoutes(deps))
  bindTo(sysAdminApi, sysAdminRoutes(deps))
  bindTo(teamsApi, teamsRoutes(deps))
  bindTo(usersApi, usersRoutes(deps))
})
withWorld()

let boss: Client
let sysAdmin: TestPerson
let person: TestUser
let dataRecordId: number
beforeAll(async () => {
  sysAdmin = await world.team.sysAdmin()
  boss = visitor.as(sysAdmin)
  person = await world.team.user({ isTeamAdmin: true, firstName: 'Quetzal' })
  const own = visitor.as(person)
  const { record } = await own.ok(recordsApi.create, {
    params: { ...team(), dataCollectionId: world.people },
    body: { values: { name: 'Made by them' } },
  })
  dataRecordId = record!.id
  await admin.ok(projectsApi.prepare, { params: team() })
  await own.ok(bookmarksApi.put, { params: { ...team(), dataRecordId }, body: { memo: 'Mine' } })
})

const accountOf = (userId: string) =>
  boss.inject({ method: 'GET', url: urlOf(sysAdminApi.exportUser, { userId }) })

async function traces(marker: string): Promise<string[]> {
  const tables = await rows<{ schema: string; name: string }>(
    deps.pool,
    sql`select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in (${world.team.schema}, 'muster')`,
  )
  const found: string[] = []
  for (const { schema, name } of tables) {
    const row = await one<{ count: number }>(
      deps.pool,
      sql`select count(*) from ${ident(schema, name)} t where strpos(lower(t::text), ${marker.toLowerCase()}) > 0`,
    )
    if (row!.count > 0) found.push(name)
  }
  return found.sort()
}

test('an account is exported with its teams, bookmarks and sessions', async () => {
  const answer = await accountOf(person.userId)
  expect(answer.headers['content-disposition']).toContain(`account ${person.userId}.json`)
  const { account, acts } = answer.json()
  expect(account).toMatchObject({
    email: person.email,
    teams: [{ firstName: 'Quetzal', isTeamAdmin: true, bookmarks: [{ memo: 'Mine' }] }],
    sessions: [{}],
  })
  expect(acts).toEqual([])
  expect(answer.body).not.toContain('password')
  const refused = await admin.inject({
    method: 'GET',
    url: urlOf(sysAdminApi.exportUser, { userId: person.userId }),
  })
  expect(refused.statusCode).toBe(403)
})

test('an account is erased only with its address, never one’s own or the last system administrator', async () => {
  const params = { userId: person.userId }
  const wrong = await boss.refused(sysAdminApi.eraseUser, { params, body: { email: 'x@example.org' } })
  expect(wrong.errors).toEqual([{ path: 'email', code: 'invalid' }])
  const own = await boss.refused(sysAdminApi.eraseUser, {
    params: { userId: sysAdmin.userId },
    body: { email: sysAdmin.email },
  })
  expect(own.code).toBe('own_account')
  const denied = await admin.refused(sysAdminApi.eraseUser, { params, body: { email: person.email } })
  expect(denied.code).toBe('access_denied')
})

test('after that nothing names them, what they did stays, and they are signed out', async () => {
  expect(await traces('quetzal')).toEqual(expect.arrayContaining(['app_user', 'data_record', 'team_user']))
  await boss.ok(sysAdminApi.eraseUser, { params: { userId: person.userId }, body: { email: person.email } })
  expect(await traces('quetzal')).toEqual([])
  const { items } = await admin.ok(recordsApi.logEvents, { params: { ...team(), dataRecordId } })
  expect(items[0]!.by).toEqual({ teamUserId: person.teamUserId, name: 'Deleted user' })
  const people = await member.ok(teamsApi.people, { params: team() })
  expect(people.items).toContainEqual({
    teamUserId: person.teamUserId,
    name: 'Deleted user',
    isActive: false,
  })
  const users = await admin.ok(usersApi.list, { params: team() })
  expect(JSON.stringify(users)).not.toContain(person.userId)
  expect((await visitor.as(person).refused(teamsApi.get, { params: team() })).code).toBe('not_signed_in')
  expect((await accountOf(person.userId)).statusCode).toBe(404)
  const event = await one(
    deps.pool,
    sql`select action, subject_id as "subjectId", user_id as "userId" from muster.audit_event
        where subject = 'app_user' order by id desc limit 1`,
  )
  expect(event).toEqual({ action: 'erased', subjectId: person.userId, userId: sysAdmin.userId })
})

test('an account stays while a team has no other administrator', async () => {
  const { userId, email } = world.team.admin
  const last = await boss.refused(sysAdminApi.eraseUser, { params: { userId }, body: { email } })
  expect(last.code).toBe('last_admin')
  await world.team.user({ isTeamAdmin: true })
  await boss.ok(sysAdminApi.eraseUser, { params: { userId }, body: { email } })
})
