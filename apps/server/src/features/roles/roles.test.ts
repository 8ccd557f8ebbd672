/** Roles through the HTTP contract: changed by team admins, obeyed by the next answer, explained as they are enforced. */
import { projectsApi } from '@muster/contract/projects/projects.api'
import { taskColumns } from '@muster/contract/projects/projects.rules'
import { recordsApi } from '@muster/contract/records/records.api'
import type { DataPermission } from '@muster/contract/roles/permissions'
import { type DataPermissionGrant, rolesApi, type UserRoleDetail } from '@muster/contract/roles/roles.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TestUser } from '../../../test/a-team.ts'
import { admin, deps, inAnApp, people, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { rows, run, sql } from '../../platform/db.ts'
import { projectsRoutes } from '../projects/projects.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { teamsRoutes } from '../teams/teams.routes.ts'
import { rolesRoutes } from './roles.routes.ts'

inAnApp((deps) => (bindTo) => {
  bindTo(rolesApi, rolesRoutes(deps))
  bindTo(recordsApi, recordsRoutes(deps))
  bindTo(teamsApi, teamsRoutes(deps))
  bindTo(projectsApi, projectsRoutes(deps))
})
withWorld()

const read: DataPermissionGrant = {
  permission: 'read_data_field_data',
  dataCollectionId: null,
  dataFieldId: null,
  dataWizardId: null,
  rowFilter: null,
}
let count = 0
const createRole = (more: object = {}) =>
  admin.ok(rolesApi.create, { params: team(), body: { roleName: `Role ${++count}`, ...more } })
const at = (role: Pick<UserRoleDetail, 'id'>) => ({ params: { ...team(), userRoleId: role.id } })
const setData = ({ id, version }: UserRoleDetail, items: Partial<DataPermissionGrant>[]) =>
  admin.ok(rolesApi.setDataPermissions, {
    ...at({ id }),
    body: { version, items: items.map((item) => ({ ...read, ...item })) },
  })
const give = async (user: TestUser, role: Pick<UserRoleDetail, 'id'>) => {
  await run(
    deps.pool,
    sql`insert into muster.team_user_role (team_user_id, user_role_id) values (${user.teamUserId}, ${role.id})`,
  )
  await deps.live.invalidate({ user: user.userId })
}
const createPerson = async (values: object) => {
  const { record } = await admin.ok(recordsApi.create, {
    params: { ...team(), dataCollectionId: world.people },
    body: { values: { name: 'Someone', ...values } },
  })
  return record.id
}

describe('roles', () => {
  it('are created, listed with their users, changed and deleted', async () => {
    const made = await createRole({ description: 'Enters data', featurePermissions: ['team_admin_users'] })
    expect(made).toMatchObject({
      description: 'Enters data',
      isActive: true,
      userCount: 0,
      dataPermissions: [],
    })
    await give(world.team.member, made)
    const { items, teamAdminCount } = await admin.ok(rolesApi.list, { params: team() })
    expect(items[0]).toMatchObject({ isMember: true, roleName: 'Member' })
    expect(items[0]!.userCount).toBeGreaterThan(1)
    expect(teamAdminCount).toBe(1)
    expect(items.find(({ id }) => id === made.id)).toMatchObject({ userCount: 1 })

    const body = { version: made.version, roleName: 'Clerk', isActive: false }
    const changed = await admin.ok(rolesApi.update, { ...at(made), body })
    expect(changed).toMatchObject({
      roleName: 'Clerk',
      description: 'Enters data',
      isActive: false,
      featurePermissions: ['team_admin_users'],
      version: made.version + 1,
    })
    expect((await admin.refused(rolesApi.update, { ...at(made), body })).code).toBe('version_conflict')
    await admin.ok(rolesApi.remove, at(made))
    expect((await admin.refused(rolesApi.get, at(made))).code).toBe('not_found')
  })

  it('have different names, whatever the case', async () => {
    const first = await createRole({ roleName: 'Editors' })
    const other = await createRole()
    const refusals = [
      await admin.refused(rolesApi.create, { params: team(), body: { roleName: 'editors' } }),
      await admin.refused(rolesApi.update, {
        ...at(other),
        body: { version: other.version, roleName: ' EDITORS ' },
      }),
    ]
    for (const refused of refusals) {
      expect(refused).toMatchObject({
        code: 'name_taken',
        errors: [{ path: 'roleName', code: 'not_unique' }],
      })
    }
    await admin.ok(rolesApi.update, { ...at(first), body: { version: first.version, roleName: 'EDITORS' } })
  })

  it('copy the permissions of another role', async () => {
    const source = await setData(await createRole({ featurePermissions: ['team_admin_data_tags'] }), [
      { dataCollectionId: world.people },
    ])
    const copy = await createRole({ copyOf: source.id })
    expect(copy.featurePermissions).toEqual(['team_admin_data_tags'])
    expect(copy.dataPermissions).toEqual(source.dataPermissions)
  })

  it('Member keeps its name, stays active and cannot be deleted, but its permissions change', async () => {
    const { items } = await admin.ok(rolesApi.list, { params: team() })
    const member = await admin.ok(rolesApi.get, at(items[0]!))
    for (const change of [{ roleName: 'Crew' }, { isActive: false }]) {
      const body = { version: member.version, ...change }
      expect((await admin.refused(rolesApi.update, { ...at(member), body })).code).toBe('fixed_role')
    }
    expect((await admin.refused(rolesApi.remove, at(member))).code).toBe('fixed_role')
    const changed = await setData(member, [{ dataCollectionId: world.places }])
    expect(changed.dataPermissions).toEqual([{ ...read, dataCollectionId: world.places }])
    await setData(changed, member.dataPermissions)
  })

  it('of another team are not found', async () => {
    const stranger = await world.team.stranger()
    const role = await createRole()
    const params = { teamId: stranger.teamId, userRoleId: role.id }
    const other = visitor.as(stranger)
    expect((await other.refused(rolesApi.get, { params })).code).toBe('not_found')
    expect((await other.refused(rolesApi.remove, { params })).code).toBe('not_found')
    const copy = { params: { teamId: stranger.teamId }, body: { roleName: 'Copy', copyOf: role.id } }
    expect((await other.refused(rolesApi.create, copy)).errors).toMatchObject([{ path: 'copyOf' }])
  })
})

describe('data permissions', () => {
  it.each<[string, () => Partial<DataPermissionGrant>, string, string]>([
    [
      'an unknown collection',
      () => ({ dataCollectionId: 999_999 }),
      'dataCollectionId',
      'unknown_collection',
    ],
    ['an unknown field', () => ({ dataFieldId: 999_999 }), 'dataFieldId', 'unknown_field'],
    [
      'two targets',
      () => ({ dataCollectionId: world.people, dataFieldId: people.score! }),
      'dataFieldId',
      'invalid',
    ],
    [
      'deletion of a field',
      () => ({ permission: 'delete_data_records', dataFieldId: people.score! }),
      'permission',
      'invalid',
    ],
    [
      'a wizard with a row rule',
      () => ({ permission: 'run_data_wizard', rowFilter: { field: '@id', op: 'gt', value: 1 } }),
      'permission',
      'invalid',
    ],
    [
      'a rule with a field that the collection lacks',
      () => ({ dataCollectionId: world.people, rowFilter: { field: 'size', op: 'gt', value: 1 } }),
      'rowFilter.field',
      'unknown_field',
    ],
    [
      'a rule for the whole team with a field of one collection',
      () => ({ rowFilter: { field: 'score', op: 'gt', value: 1 } }),
      'rowFilter.field',
      'unknown_field',
    ],
    [
      'a rule without its operand',
      () => ({ dataCollectionId: world.people, rowFilter: { and: [{ field: 'score', op: 'gt' }] } }),
      'rowFilter.and.0.value',
      'required',
    ],
  ])('refuse %s at its place, and change nothing', async (_name, bad, path, code) => {
    const role = await createRole()
    const items = [read, { ...read, ...bad() }]
    const refused = await admin.refused(rolesApi.setDataPermissions, {
      ...at(role),
      body: { version: role.version, items },
    })
    expect(refused).toMatchObject({ code: 'validation_failed', errors: [{ path: `items.1.${path}`, code }] })
    expect((await admin.ok(rolesApi.get, at(role))).dataPermissions).toEqual([])
  })

  it('act on open sessions with the next answer', async () => {
    await world.team.setMemberGrants([])
    const user = await world.team.user()
    const reader = visitor.as(user)
    const id = await createPerson({ score: 20, notes: '<p>secret</p>' })
    const record = { params: { ...team(), dataRecordId: id } }
    expect((await reader.call(recordsApi.get, record)).status).toBe(404)
    let role = await createRole()
    await give(user, role)
    role = await setData(role, [{ dataCollectionId: world.people }])
    expect((await reader.ok(recordsApi.get, record)).values).toMatchObject({
      score: 20,
      notes: '<p>secret</p>',
    })
    role = await setData(role, [{ dataFieldId: people.score! }])
    expect((await reader.ok(recordsApi.get, record)).values).toEqual({ score: 20 })
    role = await setData(role, [
      { dataFieldId: people.score!, rowFilter: { field: 'score', op: 'lt', value: 20 } },
    ])
    expect((await reader.call(recordsApi.get, record)).status).toBe(404)
    role = await setData(role, [{ dataCollectionId: world.people }])
    const inactive = { version: role.version, isActive: false }
    await admin.ok(rolesApi.update, { ...at(role), body: inactive })
    expect((await reader.call(recordsApi.get, record)).status).toBe(404)
  })

  it('may be for the records that are assigned to the user', async () => {
    await world.team.setMemberGrants([])
    const [user, other] = [await world.team.user(), await world.team.user()]
    const role = await createRole()
    for (const one of [user, other]) await give(one, role)
    const ids = await visitor.as(user).ok(projectsApi.prepare, { params: team() })
    const me = { variable: 'currentUser' }
    await setData(role, [
      {
        dataCollectionId: ids.taskCollectionId,
        rowFilter: { field: taskColumns.assignee, op: 'is', value: me },
      },
    ])
    const { record } = await admin.ok(recordsApi.create, {
      params: { ...team(), dataCollectionId: ids.taskCollectionId },
      body: { values: { name: 'Mine', [taskColumns.assignee]: ids.ownMemberId } },
    })
    const params = { ...team(), dataRecordId: record.id }
    expect((await visitor.as(user).ok(recordsApi.get, { params })).name).toBe('Mine')
    expect((await visitor.as(other).call(recordsApi.get, { params })).status).toBe(404)
  })

  it('give features to open sessions at once', async () => {
    const user = await world.team.user()
    const role = await createRole()
    await give(user, role)
    const holder = visitor.as(user)
    expect((await holder.refused(teamsApi.atAGlance, { params: team() })).code).toBe('access_denied')
    const body = { version: role.version, featurePermissions: ['team_admin_users' as const] }
    await admin.ok(rolesApi.update, { ...at(role), body })
    expect((await holder.ok(teamsApi.atAGlance, { params: team() })).users).not.toBeNull()
  })
})

describe('the explanation of access', () => {
  const explain = (body: object) => admin.ok(rolesApi.explain, { params: team(), body: body as never })
  beforeEach(() => world.team.setMemberGrants([]))

  it('names the rules that apply, or those that would have', async () => {
    const id = await createPerson({ score: 30 })
    const role = await setData(await createRole(), [
      { dataFieldId: people.score!, rowFilter: { field: 'score', op: 'gt', value: 10 } },
      { dataFieldId: people.notes!, rowFilter: { field: 'score', op: 'gt', value: 100 } },
    ])
    const explained = await explain({
      subject: { userRoleId: role.id },
      dataCollectionId: world.people,
      dataRecordId: id,
    })
    const of = (column: string) => explained.fields.find((one) => one.dataFieldId === people[column])!
    expect(explained.visible).toEqual({ isAllowed: true, rules: [0] })
    expect(of('score').read).toEqual({ isAllowed: true, rules: [0] })
    expect(of('notes').read).toEqual({ isAllowed: false, rules: [1] })
    expect(of('email').read).toEqual({ isAllowed: false, rules: [] })
    expect(explained.rules.map(({ userRoleId, isMatch }) => [userRoleId, isMatch])).toEqual([
      [role.id, true],
      [role.id, false],
    ])
  })

  it('tries permissions that are not saved yet', async () => {
    const id = await createPerson({})
    const role = await createRole()
    const subject = { userRoleId: role.id, dataPermissions: [{ ...read, dataCollectionId: world.people }] }
    const explained = await explain({ subject, dataCollectionId: world.people, dataRecordId: id })
    expect(explained.visible.isAllowed).toBe(true)
    expect((await admin.ok(rolesApi.get, at(role))).dataPermissions).toEqual([])
  })

  it('of a team admin is yes to all', async () => {
    const id = await createPerson({})
    const explained = await explain({
      subject: { teamUserId: world.team.admin.teamUserId },
      dataCollectionId: world.people,
      dataRecordId: id,
    })
    expect(explained.isTeamAdmin).toBe(true)
    expect(explained.fields.every(({ read, update }) => read.isAllowed && update.isAllowed)).toBe(true)
  })

  it('agrees with what a user can really read, change and delete', async () => {
    const user = await world.team.user()
    const reader = visitor.as(user)
    let role = await createRole()
    await give(user, role)
    const ids = [
      await createPerson({ score: 1, is_member: true }),
      await createPerson({ score: 8, is_member: false }),
      await createPerson({ score: 15 }),
    ]
    const rule = fc.option(
      fc.oneof(
        fc.integer({ min: 0, max: 16 }).map((value) => ({ field: 'score', op: 'lt' as const, value })),
        fc.constant({ field: 'is_member', op: 'is' as const, value: true }),
        fc.constant({ field: '@createdBy', op: 'is' as const, value: { variable: 'currentUser' } }),
      ),
    )
    const grant = fc.record({
      permission: fc.constantFrom<DataPermission>(
        'read_data_field_data',
        'read_data_field_data',
        'update_data_field_data',
        'delete_data_records',
      ),
      column: fc.option(fc.constantFrom('score', 'is_member')),
      rowFilter: rule,
    })
    let visible = 0
    await fc.assert(
      fc.asyncProperty(fc.array(grant, { minLength: 1, maxLength: 5 }), async (grants) => {
        role = await setData(
          role,
          grants.map(({ permission, column, rowFilter }) => ({
            permission,
            rowFilter,
            ...(column && permission !== 'delete_data_records'
              ? { dataFieldId: people[column]! }
              : { dataCollectionId: world.people }),
          })),
        )
        for (const id of ids) {
          const explained = await explain({
            subject: { teamUserId: user.teamUserId },
            dataCollectionId: world.people,
            dataRecordId: id,
          })
          const { status, body } = await reader.call(recordsApi.get, {
            params: { ...team(), dataRecordId: id },
          })
          expect(status).toBe(explained.visible.isAllowed ? 200 : 404)
          if (status !== 200) continue
          visible++
          expect(body.canDelete).toBe(explained.deletable.isAllowed)
          for (const column of ['score', 'is_member']) {
            const verdict = explained.fields.find((one) => one.dataFieldId === people[column])!
            const stored = (await admin.ok(recordsApi.get, { params: { ...team(), dataRecordId: id } }))
              .values[column]
            expect(body.values[column] ?? null).toEqual(verdict.read.isAllowed ? stored : null)
            const update = await reader.call(recordsApi.update, {
              params: { ...team(), dataRecordId: id },
              body: { values: { [column]: stored } },
            })
            expect(update.status < 300).toBe(verdict.update.isAllowed)
          }
        }
      }),
      { numRuns: 30 },
    )
    expect(visible).toBeGreaterThan(5)
  })
})

describe('the audit log', () => {
  it('keeps what changed in a role, by whom, and cannot be rewritten', async () => {
    const made = await createRole({ roleName: 'Audited' })
    const role = await setData(made, [{ dataFieldId: people.score! }])
    await admin.ok(rolesApi.remove, at(role))
    const events = await rows(
      deps.pool,
      sql`select action, subject_name, before, after, team_user_id from muster.audit_event
          where team_id = ${team().teamId} and subject = 'user_role' and subject_id = ${String(role.id)} order by id`,
    )
    const by = { subject_name: 'Audited', team_user_id: world.team.admin.teamUserId }
    const dataPermissions = [{ permission: 'read_data_field_data', collection: 'Person', field: 'score' }]
    expect(events).toMatchObject([
      { ...by, action: 'created', before: null, after: { roleName: 'Audited' } },
      { ...by, action: 'updated', before: { dataPermissions: [] }, after: { dataPermissions } },
      { ...by, action: 'deleted', before: { dataPermissions }, after: null },
    ])
    for (const statement of [
      sql`update muster.audit_event set action = 'x'`,
      sql`delete from muster.audit_event`,
    ]) {
      await expect(run(deps.pool, statement)).rejects.toThrow('append-only')
    }
  })
})
