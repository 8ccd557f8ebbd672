import { describe, expect, it } from 'vitest'
import type { Grant, UserOptions } from '../../../test/a-team.ts'
import { deps, inAnApp, people, withWorld, world } from '../../../test/in-a-world.ts'
import { mayGive } from './may-give.ts'

inAnApp(() => () => {})
withWorld()

const low = { field: 'score', op: 'lt', value: 50 }
const read = (more: Omit<Grant, 'permission'> = {}): Grant => ({
  permission: 'read_data_field_data',
  ...more,
})

/** Whether somebody with these rights may give a role with those. */
async function may(own: UserOptions, given: UserOptions): Promise<boolean> {
  await world.team.setMemberGrants([])
  const giver = await world.team.user(own)
  const holder = await world.team.user({ grants: [], ...given })
  const model = await deps.models.get(world.team.teamId)
  const role = model.roles.get(holder.teamUser.userRoleIds.at(-1)!)!
  return mayGive(model, giver.teamUser, role)
}

describe('a role may be given by who may do all that it can', () => {
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
    expect(await may(own, given)).toBe(isAllowed)
  })

  it.each([
    ['all of the team, to who reads all', () => read(), () => read(), true],
    ['a collection, to who reads all', () => read(), () => read({ dataCollectionId: world.people }), true],
    [
      'all of the team, to who reads a collection',
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
      'a collection, to who reads a field',
      () => read({ dataFieldId: people.score! }),
      () => read({ dataCollectionId: world.people }),
      false,
    ],
    [
      'some records, to who reads all',
      () => read(),
      () => read({ dataCollectionId: world.people, rowFilter: low }),
      true,
    ],
    [
      'all records, to who reads some',
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
    expect(await may({ grants: [own()] }, { grants: [given()] })).toBe(isAllowed)
  })

  it('an administrator gives any', async () => {
    expect(await may({ isTeamAdmin: true }, { grants: [read()] })).toBe(true)
  })
})
