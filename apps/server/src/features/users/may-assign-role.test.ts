import { describe, expect, it } from 'vitest'
import type { Grant, UserOptions } from '../../../test/a-team.ts'
import { deps, inAnApp, people, withWorld, world } from '../../../test/in-a-world.ts'
import { mayAssignRole } from './may-assign-role.ts'

inAnApp(() => () => {})
withWorld()

const low = { field: 'score', op: 'lt', value: 50 }
const read = (more: Omit<Grant, 'permission'> = {}): Grant => ({
  permission: 'read_data_field_data',
  ...more,
})

/** Whether a user with `own` permissions may assign a role with the `given` ones. */
async function mayAssign(own: UserOptions, given: UserOptions): Promise<boolean> {
  await world.team.setMemberGrants([])
  const assigner = await world.team.user(own)
  const holder = await world.team.user({ grants: [], ...given })
  const model = await deps.models.get(world.team.teamId)
  const role = model.roles.get(holder.teamUser.userRoleIds.at(-1)!)!
  return mayAssignRole(model, assigner.teamUser, role)
}

describe('assigning a role requires its permissions', () => {
  it.each([
    [
      'a feature',
      { featurePermissions: ['team_admin_users'] },
      { featurePermissions: ['team_admin_users'] },
      true,
    ],
    [
      'another feature',
      { featurePermissions: ['team_admin_users'] },
      { featurePermissions: ['team_admin_account_info'] },
      false,
    ],
  ] as const)('%s', async (_name, own, given, isAllowed) => {
    expect(await mayAssign(own, given)).toBe(isAllowed)
  })

  it.each([
    ['the whole team, by a reader of the whole team', () => read(), () => read(), true],
    [
      'a collection, by a reader of the whole team',
      () => read(),
      () => read({ dataCollectionId: world.people }),
      true,
    ],
    [
      'the whole team, by a reader of a collection',
      () => read({ dataCollectionId: world.people }),
      () => read(),
      false,
    ],
    [
      'a field of a collection',
      () => read({ dataCollectionId: world.people }),
      () => read({ dataFieldId: people.score! }),
      true,
    ],
    [
      'a field of another collection',
      () => read({ dataCollectionId: world.places }),
      () => read({ dataFieldId: people.score! }),
      false,
    ],
    [
      'a collection, by a reader of a field',
      () => read({ dataFieldId: people.score! }),
      () => read({ dataCollectionId: world.people }),
      false,
    ],
    [
      'some records, by a reader of all',
      () => read(),
      () => read({ dataCollectionId: world.people, rowFilter: low }),
      true,
    ],
    [
      'all records, by a reader of some',
      () => read({ dataCollectionId: world.people, rowFilter: low }),
      () => read({ dataCollectionId: world.people }),
      false,
    ],
    [
      'the same records',
      () => read({ dataCollectionId: world.people, rowFilter: low }),
      () => read({ dataCollectionId: world.people, rowFilter: low }),
      true,
    ],
    [
      'another permission',
      () => read(),
      () => ({ ...read(), permission: 'delete_data_records' as const }),
      false,
    ],
  ])('%s', async (_name, own, given, isAllowed) => {
    expect(await mayAssign({ grants: [own()] }, { grants: [given()] })).toBe(isAllowed)
  })

  it('administrators may assign any role', async () => {
    expect(await mayAssign({ isTeamAdmin: true }, { grants: [read()] })).toBe(true)
  })
})
