/** Which callers may undo whose operations. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { undoRegistry } from '../../undo.ts'
import { allOn, type Caller, everything, namedAccess, systemFor } from '../access/caller.ts'
import { bulk } from '../write/bulk.ts'
import { undoOperation } from './undo-operation.ts'

describe('an operation', () => {
  let deps: TestDeps
  let world: TestWorld
  beforeAll(async () => {
    deps = await testDeps()
    world = await aWorld(deps, false)
  })
  afterAll(() => deps.close())

  const admin = (): Caller => world.team.admin.teamUser
  const member = (): Caller => world.team.member.teamUser
  const token = (id: number, teamUserId = world.team.admin.teamUser.teamUserId): Caller => ({
    kind: 'api_token',
    id,
    teamUserId,
    isTeamAdmin: true,
    userRoleIds: [],
    scope: {
      permissions: ['read_data_field_data', 'update_data_field_data', 'delete_data_records'],
      dataCollectionIds: null,
    },
  })
  const named = (kind: 'wizard_run' | 'visitor', id: number): Caller => ({
    kind,
    id,
    teamUserId: 0,
    access: namedAccess(allOn(world.people)),
  })

  const create = async (caller: Caller): Promise<number> => {
    const body = { create: [{ values: { name: 'Ana' } }], update: [], skipBad: false }
    const { operation } = await bulk(deps, await world.context(caller), body)
    return operation!.id
  }
  const undo = (caller: Caller, operationId: number) =>
    undoOperation(deps, undoRegistry, world.team.teamId, caller, operationId)

  const authors: [kind: string, author: () => Caller, others: () => Caller[]][] = [
    ['a team user', admin, () => [member(), token(1), named('wizard_run', 1), systemFor(0, allOn())]],
    ['a token', () => token(1), () => [token(2), member(), named('visitor', 1)]],
    [
      'a wizard run',
      () => named('wizard_run', 1),
      () => [named('wizard_run', 2), named('visitor', 1), member(), token(1)],
    ],
    ['a visitor', () => named('visitor', 1), () => [named('visitor', 2), named('wizard_run', 1), member()]],
    [
      'the system without a team user',
      () => systemFor(0, allOn()),
      () => [systemFor(world.team.admin.teamUser.teamUserId, allOn()), member(), named('visitor', 1)],
    ],
  ]

  it.each(authors)('of %s can be undone only by its author', async (_kind, author, others) => {
    const operationId = await create(author())
    for (const other of others()) {
      await expect(undo(other, operationId)).rejects.toMatchObject({ code: 'access_denied' })
    }
    const { operation, restored } = await undo(author(), operationId)
    expect(restored).toBe(1)
    // The undo is the author's own operation too, so they can redo.
    expect((await undo(author(), operation.id)).restored).toBe(1)
  })

  it.each(authors)('of %s can be undone by a team administrator', async (_kind, author) => {
    expect((await undo(admin(), await create(author()))).restored).toBe(1)
  })

  it('of a team user cannot be undone by the internal caller with full access', async () => {
    await expect(undo(everything, await create(admin()))).rejects.toMatchObject({ code: 'access_denied' })
  })

  it('of a run without permission to delete is undone for records that have not changed since', async () => {
    const access = namedAccess(
      allOn(world.people).filter(({ permission }) => !permission.startsWith('delete')),
    )
    const run = (id: number): Caller => ({ kind: 'wizard_run', id, teamUserId: 0, access })
    const body = { create: [{ values: { name: 'Bea' } }], update: [], skipBad: false }
    const make = async () => bulk(deps, await world.context(run(1)), body)
    const untouched = await make()
    expect((await undo(run(1), untouched.operation!.id)).restored).toBe(1)

    const touched = await make()
    const update = [{ id: touched.created[0]!, values: { name: 'Changed' } }]
    await bulk(deps, await world.context(run(2)), { create: [], update, skipBad: false })
    await expect(undo(run(1), touched.operation!.id)).rejects.toMatchObject({ code: 'access_denied' })
  })
})
