/** Writes on a pool of two connections: no write waits for a second connection while it holds one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { ident, one, sql, transaction } from '../../platform/db.ts'
import { bulk } from './bulk.ts'
import { createRecord } from './create.ts'
import { updateRecord } from './update.ts'

const writers = 50

describe('fifty writers on two connections', () => {
  let deps: TestDeps
  let world: TestWorld
  beforeAll(async () => {
    deps = await testDeps({ connections: 2 })
    world = await aWorld(deps)
  })
  afterAll(() => deps.close())

  /** Creates a record of people, with a counted `number` and links to places. */
  async function create(name: string): Promise<{ id: number; number: string }> {
    const context = await world.context(world.team.admin.teamUser)
    const values = { name, visited: world.placeIds.slice(0, 2) }
    const text = await createRecord(deps, context, { values })
    const { record } = JSON.parse(text) as { record: { id: number; values: { number: string } } }
    return { id: record.id, number: record.values.number }
  }

  it('all finish with their writes', async () => {
    const context = await world.context(world.team.admin.teamUser)
    const { model, access } = context
    const made = await Promise.all(Array.from({ length: writers }, (_, n) => create(`Person ${n}`)))
    expect(new Set(made.map(({ number }) => number)).size).toBe(writers)
    const ids = made.map(({ id }) => id)

    const changes = ids.map((id, n) =>
      n % 2 === 0
        ? updateRecord(deps, context, { id, values: { visited: [world.placeIds[2]] } })
        : bulk(deps, context, { set: { score: n }, target: { ids: [id] } }),
    )
    const pastes = Array.from({ length: writers }, (_, n) =>
      bulk(deps, context, {
        create: [{ values: { name: `Pasted ${n}` } }, { values: { name: `Pasted too ${n}` } }],
        update: [{ id: ids[n]!, values: { notes: `<p>${n}</p>` } }],
        skipBad: false,
      }),
    )
    const done = await Promise.all([...changes, ...pastes])
    expect(done).toHaveLength(2 * writers)
    const found = await one<{ count: number; numbers: number }>(
      deps.pool,
      sql`select count(*) as count, count(distinct number) as numbers from ${ident(model.schema, access.home.tableName)}`,
    )
    expect(found).toEqual({ count: 3 * writers, numbers: 3 * writers })
  })

  it('a second connection inside a transaction is an error in tests', async () => {
    const inside = transaction(deps.pool, () => one(deps.pool, sql`select 1`))
    await expect(inside).rejects.toThrow('second connection')
  })
})
