/** Requests that arrive together share statements, and each gets what it would get alone. */
import type { AppError } from '@muster/contract/errors'
import type { writeResultSchema } from '@muster/contract/records/records.schema'
import type { DataPermission } from '@muster/contract/roles/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { waitingForLocks } from '../../../test/waiting-for-locks.ts'
import { ident, one, outsideTransaction, rows, run, sql, transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { undoRegistry } from '../../undo.ts'
import { allOn, type Caller, namedAccess } from '../access/caller.ts'
import { RecordReader } from '../query/record-reader.ts'
import { undoOperation } from '../undo/undo-operation.ts'
import { createRecord, type NewRecordInput } from './create.ts'
import { lockRecords, updateRecord } from './update.ts'

type WriteResult = z.infer<typeof writeResultSchema>

let deps: TestDeps
let world: TestWorld
/** Texts of the statements on the pool. */
let sent: string[]
beforeAll(async () => {
  deps = await testDeps()
  world = await aWorld(deps)
})
afterAll(() => deps.close())
beforeEach(() => {
  sent = []
  vi.restoreAllMocks()
  const query = deps.pool.query.bind(deps.pool) as (...given: unknown[]) => unknown
  vi.spyOn(deps.pool, 'query').mockImplementation(((...given: unknown[]) => {
    const [statement] = given as [string | { text?: string }]
    sent.push(typeof statement === 'string' ? statement : (statement.text ?? ''))
    return query(...given)
  }) as never)
})

const admin = () => world.team.admin.teamUser
const statementsWith = (text: string) => sent.filter((one) => one.includes(text)).length
const inserting = `"operation" (kind`

async function create(values: NewRecordInput['values'], caller: Caller = admin()): Promise<WriteResult> {
  return JSON.parse(await createRecord(deps, await world.context(caller), { values })) as WriteResult
}

async function update(
  id: number,
  values: Record<string, unknown>,
  version?: number,
  caller: Caller = admin(),
): Promise<WriteResult> {
  const text = await updateRecord(deps, await world.context(caller), { id, values, version })
  return JSON.parse(text as string) as WriteResult
}

let numbered = 0
/** A number that is given is not counted, so that nothing is waited for before the record is written. */
const given = () => ({ number: `Given ${++numbered}` })

const createMany = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => create({ ...given(), name: `Person ${n}`, score: n })))

const read = async (id: number): Promise<WriteResult['record']> =>
  (await new RecordReader(deps).get(admin(), id)).parsed() as WriteResult['record']

async function events(recordId: number) {
  const { schema } = await world.model()
  return rows<{
    operation: number
    kind: string
    count: number
    type: string
    version: number
    before: { score?: number }
    after: { score?: number }
  }>(
    deps.pool,
    sql`select o.id as operation, o.kind, o.record_count as count, l.type, l.version, l.before, l.after
        from ${ident(schema, 'log_event')} l join ${ident(schema, 'operation')} o on o.id = l.operation_id
        where l.record_id = ${recordId} order by l.version`,
  )
}

/** Of the operations. */
async function authorsOf(results: readonly WriteResult[]) {
  const { schema } = await world.model()
  const ids = results.map(({ operation }) => operation?.id)
  return rows<{ teamUserId: number | null; actor: object | null }>(
    deps.pool,
    sql`select o.team_user_id as "teamUserId", o.actor from unnest(${ids}::bigint[]) with ordinality e (id, n)
        join ${ident(schema, 'operation')} o on o.id = e.id order by e.n`,
  )
}

const codes = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as AppError).code))

describe('records created at the same time', () => {
  it('share a statement, and each has its own values, operation and history', async () => {
    const made = await createMany(12)
    expect(statementsWith(inserting)).toBeLessThan(12)
    expect(new Set(made.map(({ operation }) => operation?.id)).size).toBe(12)
    for (const [n, { record, operation }] of made.entries()) {
      expect(record).toMatchObject({ name: `Person ${n}`, version: 1, values: { score: n } })
      expect(operation).toMatchObject({ kind: 'create_records', recordCount: 1 })
      expect(await events(record.id)).toMatchObject([
        { operation: operation?.id, kind: 'create_records', count: 1, type: 'created', version: 1 },
      ])
      expect(await read(record.id)).toEqual(record)
    }
  })

  it('have each the references and choices they were given', async () => {
    const made = await Promise.all(
      world.placeIds.map((home, n) =>
        create({ ...given(), name: `At ${n}`, home, party: world.partyIds[n % 3] }),
      ),
    )
    expect(statementsWith(inserting)).toBeLessThan(made.length)
    for (const [n, { record }] of made.entries()) {
      const [home, party] = [world.placeIds[n]!, world.partyIds[n % 3]!]
      expect(record.values).toMatchObject({ home, party })
      expect(Object.keys(record.linked).sort()).toEqual([String(home), String(party)].sort())
      expect(await read(record.id)).toEqual(record)
    }
  })

  it('refuses only the one with a bad reference', async () => {
    const homes = [world.placeIds[0], 999_999_999, world.placeIds[1], world.placeIds[2]]
    const settled = await Promise.allSettled(
      homes.map((home) => create({ ...given(), name: 'Someone', home })),
    )
    expect(codes(settled)).toEqual(['done', 'validation_failed', 'done', 'done'])
    expect((settled[1] as PromiseRejectedResult).reason.errors).toEqual([
      { path: 'values.home', code: 'unknown_record' },
    ])
  })

  it('lets one of those with the same unique value in, and all others', async () => {
    const emails = ['one@example.org', 'same@example.org', 'same@example.org', 'two@example.org']
    const settled = await Promise.allSettled(
      emails.map((email) => create({ ...given(), name: 'Unique', email })),
    )
    expect(codes(settled).sort()).toEqual(['done', 'done', 'done', 'validation_failed'])
    const { schema, collections } = await world.model()
    const table = ident(schema, collections.get(world.people)!.tableName)
    const found = await one<{ count: number }>(
      deps.pool,
      sql`select count(*) from ${table} where email = any(${emails}::text[])`,
    )
    expect(found?.count).toBe(3)
  })

  it('are not held up by one whose unique value somebody else is writing', async () => {
    const { schema, collections } = await world.model()
    const table = ident(schema, collections.get(world.people)!.tableName)
    const email = 'taken@example.org'
    let waiting: Promise<PromiseSettledResult<WriteResult>[]> | undefined
    const rollBack = new Error('roll back')
    const work = transaction(deps.pool, async (client) => {
      await run(client, sql`insert into ${table} (record_id, email) values (999999999, ${email})`)
      await outsideTransaction(async () => {
        const same = () => create({ ...given(), name: 'Waits', email })
        waiting = Promise.allSettled([same(), same(), same()])
        await expect.poll(() => waitingForLocks(deps.pool)).toBeGreaterThan(0)
        for (const made of [await createMany(1), await createMany(4)]) {
          expect(made.every(({ record }) => record.version === 1)).toBe(true)
        }
      })
      throw rollBack
    })
    await expect(work).rejects.toBe(rollBack)
    const settled = (await waiting) as PromiseSettledResult<WriteResult>[]
    expect(codes(settled).sort()).toEqual(['done', 'validation_failed', 'validation_failed'])
  })

  it('belong each to who created them, in history too', async () => {
    const callers = [admin(), { ...admin(), teamUserId: world.team.member.teamUserId }]
    const all = [...callers, ...callers, ...callers]
    const made = await Promise.all(all.map((caller) => create({ ...given(), name: 'Whose' }, caller)))
    expect(statementsWith(inserting)).toBe(1)
    expect(made.map(({ record }) => record.createdBy)).toEqual(all.map(({ teamUserId }) => teamUserId))
    expect(await authorsOf(made)).toEqual(all.map(({ teamUserId }) => ({ teamUserId, actor: null })))
    sent = []
    const turned = all.toReversed()
    const changed = await Promise.all(
      made.map(({ record }, n) => update(record.id, { score: 500 }, undefined, turned[n] as Caller)),
    )
    expect(statementsWith(inserting)).toBe(1)
    expect(changed.map(({ record }) => record.updatedBy)).toEqual(turned.map(({ teamUserId }) => teamUserId))
    expect(await authorsOf(changed)).toEqual(turned.map(({ teamUserId }) => ({ teamUserId, actor: null })))
  })

  it('belong each to the visitor who created them', async () => {
    const access = namedAccess(allOn(world.people))
    const visitors = [7, 8, 7, 8, 9].map((id): Caller => ({ kind: 'visitor', id, teamUserId: 0, access }))
    const made = await Promise.all(
      visitors.map((visitor) => create({ ...given(), name: 'A visit' }, visitor)),
    )
    expect(statementsWith(inserting)).toBe(1)
    expect(await authorsOf(made)).toEqual(
      [7, 8, 7, 8, 9].map((id) => ({ teamUserId: null, actor: { kind: 'visitor', id } })),
    )
  })
})

describe('records changed at the same time', () => {
  it('share a statement, and each has its own values, operation and history', async () => {
    const made = await createMany(12)
    sent = []
    const changed = await Promise.all(made.map(({ record }, n) => update(record.id, { score: 100 + n })))
    expect(statementsWith(inserting)).toBeLessThan(12)
    expect(new Set(changed.map(({ operation }) => operation?.id)).size).toBe(12)
    for (const [n, { record, operation }] of changed.entries()) {
      expect(record).toMatchObject({ id: made[n]?.record.id, version: 2, values: { score: 100 + n } })
      expect(operation).toMatchObject({ kind: 'update_records', recordCount: 1 })
      expect((await events(record.id))[1]).toMatchObject({
        operation: operation?.id,
        kind: 'update_records',
        count: 1,
        type: 'updated',
        version: 2,
        after: { score: 100 + n },
      })
      expect(await read(record.id)).toEqual(record)
    }
  })

  it('are undone one by one', async () => {
    const made = await createMany(3)
    const ids = made.map(({ record }) => record.id)
    sent = []
    const changed = await Promise.all(ids.map((id) => update(id, { name: 'Together', score: 90 })))
    expect(statementsWith(inserting)).toBe(1)
    const { teamId } = world.team
    const undone = changed[1]?.operation?.id as number
    const { skippedCount } = await undoOperation(deps, undoRegistry, teamId, admin(), undone)
    expect(skippedCount).toBe(0)
    const after = await Promise.all(ids.map(read))
    expect(after.map(({ name, values: { score } }) => [name, score])).toEqual([
      ['Together', 90],
      ['Person 1', 1],
      ['Together', 90],
    ])
    await undoOperation(deps, undoRegistry, teamId, admin(), made[2]?.operation?.id as number)
    expect((await Promise.all(ids.map(read))).map(({ deletedAt }) => deletedAt === null)).toEqual([
      true,
      true,
      false,
    ])
  })

  it('writes every change of one record, one after the other', async () => {
    const [{ record }, other] = (await createMany(2)) as [WriteResult, WriteResult]
    const values = [10, 20, 30, 40]
    const done = await Promise.all([
      ...values.map((score) => update(record.id, { score })),
      update(other.record.id, { score: 50 }),
    ])
    expect(
      done
        .slice(0, 4)
        .map(({ record: { version } }) => version)
        .sort(),
    ).toEqual([2, 3, 4, 5])
    const history = (await events(record.id)).slice(1)
    expect(history.map(({ after }) => after.score).sort()).toEqual(values)
    expect((await read(record.id)).values).toMatchObject(history.at(-1)?.after ?? {})
  })

  it('lets one of those who saw the same version change a value', async () => {
    const made = await createMany(3)
    const [contested] = made as [WriteResult]
    const settled = await Promise.allSettled([
      ...[1001, 1002].map((score) => update(contested.record.id, { score }, 1)),
      ...made.slice(1).map(({ record }) => update(record.id, { score: 1003 }, 1)),
    ])
    expect(codes(settled.slice(0, 2)).sort()).toEqual(['done', 'version_conflict'])
    expect(codes(settled.slice(2))).toEqual(['done', 'done'])
  })

  it('refuses only those who saw an older version of what they change', async () => {
    const made = await createMany(4)
    const ids = made.map(({ record }) => record.id)
    await Promise.all(ids.slice(0, 2).map((id) => update(id, { score: 50 })))
    const settled = await Promise.allSettled(ids.map((id) => update(id, { score: 60 }, 1)))
    expect(codes(settled)).toEqual(['version_conflict', 'version_conflict', 'done', 'done'])
    const others = await Promise.allSettled(ids.map((id) => update(id, { weight: 1.5 }, 1)))
    expect(codes(others)).toEqual(ids.map(() => 'done'))
  })

  it('overwrites no change that it has not seen', async () => {
    const made = await createMany(3)
    const ids = made.map(({ record }) => record.id)
    const writes = Array.from({ length: 20 }, (_, n) => [
      // Other fields are written by other statements, at the same time.
      ...ids.map((id) => update(id, { score: 1000 + n })),
      ...ids.map((id) => update(id, { score: 2000 + n, weight: n })),
      ...ids.map((id) => update(id, { score: 3000 + n, is_member: n % 2 === 0 })),
    ])
    await Promise.all(writes.flat())
    for (const [n, id] of ids.entries()) {
      let score: number | undefined = n
      const history = (await events(id)).slice(1)
      expect(history.map(({ version }) => version)).toEqual(history.map((_, at) => at + 2))
      for (const { before, after } of history) {
        expect(before.score).toBe(score)
        score = after.score
      }
      expect((await read(id)).values.score).toBe(score)
    }
  })

  it('answers those that change nothing, and those that do not exist', async () => {
    const made = await createMany(3)
    const ids = [...made.map(({ record }) => record.id), 999_999_999]
    const context = await world.context(admin())
    const texts = await Promise.all(
      ids.map((id) => updateRecord(deps, context, { id, values: { score: 1 } })),
    )
    const results = texts.map((text) => JSON.parse(text ?? 'null') as WriteResult | null)
    expect(results.map((result) => result?.record.version)).toEqual([2, 1, 2, undefined])
    expect(results.map((result) => result && result.operation !== null)).toEqual([true, false, true, null])
  })

  it('does not wait for a record that somebody else has locked', async () => {
    const made = await createMany(4)
    const [locked, ...free] = made.map(({ record }) => record.id) as [number, number, number, number]
    const model = await world.model()
    let waiting: Promise<WriteResult> | undefined
    await transaction(deps.pool, async (client) => {
      await lockRecords(client, model, [locked])
      waiting = outsideTransaction(() => update(locked, { score: 77 }))
      const others = await outsideTransaction(() => Promise.all(free.map((id) => update(id, { score: 77 }))))
      expect(others.map(({ record }) => record.values.score)).toEqual([77, 77, 77])
    })
    expect((await waiting)?.record.values.score).toBe(77)
  })

  it('are written as far as the caller may', async () => {
    const made = await createMany(4)
    const access = namedAccess([
      { permission: 'read_data_field_data', dataCollectionId: world.people },
      {
        permission: 'update_data_field_data',
        dataCollectionId: world.people,
        rows: { field: 'score', op: 'lt', value: 2 },
      },
    ])
    const caller: Caller = { kind: 'visitor', id: 1, teamUserId: 0, access }
    const settled = await Promise.allSettled(
      made.map(({ record }) => update(record.id, { name: 'Changed' }, undefined, caller)),
    )
    expect(codes(settled)).toEqual(['done', 'done', 'access_denied', 'access_denied'])
    const names = await Promise.all(made.map(async ({ record }) => (await read(record.id)).name))
    expect(names).toEqual(['Changed', 'Changed', 'Person 2', 'Person 3'])
  })
})

describe('records read at the same time', () => {
  it('share a statement, and each is the same as read alone', async () => {
    const made = await createMany(8)
    const reader = new RecordReader(deps)
    const alone = await reader.get(admin(), made[0]!.record.id)
    sent = []
    const ids = made.map(({ record }) => record.id)
    const found = await Promise.all(ids.map((id) => reader.get(admin(), id)))
    expect(sent.length).toBeLessThan(ids.length)
    expect(found.map((one) => one.parsed())).toEqual(made.map(({ record }) => record))
    expect(found[0]?.json).toEqual(alone.json)
  })

  it('are found or not, one by one', async () => {
    const made = await createMany(3)
    const reader = new RecordReader(deps)
    const ids = [made[0]!.record.id, 999_999_999, made[1]!.record.id, made[0]!.record.id]
    const settled = await Promise.allSettled(ids.map((id) => reader.get(admin(), id)))
    expect(codes(settled)).toEqual(['done', 'not_found', 'done', 'done'])
  })

  it('are shared among callers with equal access, unless a rule tells them apart', async () => {
    const reader = new RecordReader(deps)
    const readAs = (callers: readonly TeamUser[], ids: readonly number[]) =>
      Promise.allSettled(ids.map((id, n) => reader.get(callers[n % 2] as TeamUser, id)))
    const made = await createMany(4)
    const ids = made.map(({ record }) => record.id)
    const other = world.team.member.teamUserId
    await reader.get(admin(), ids[0] as number)
    sent = []
    expect(codes(await readAs([admin(), { ...admin(), teamUserId: other }], ids))).toEqual(
      ids.map(() => 'done'),
    )
    expect(statementsWith('row_to_json')).toBe(1)

    const rowFilter = { field: '@createdBy', op: 'is', value: { variable: 'currentUser' } }
    const grants = ['read_data_field_data', 'update_data_field_data'].map((permission) => ({
      permission: permission as DataPermission,
      dataCollectionId: world.people,
      rowFilter,
    }))
    const { teamUser } = await world.team.user({ grants })
    // Without the role Member, which may read everything.
    const one = { ...teamUser, userRoleIds: teamUser.userRoleIds.slice(1) }
    const own = await Promise.all([1, 2].map(() => create({ ...given(), name: 'Own' }, one)))
    const ownIds = own.flatMap(({ record }) => [record.id, record.id])
    expect(codes(await readAs([one, { ...one, teamUserId: other }], ownIds))).toEqual([
      'done',
      'not_found',
      'done',
      'not_found',
    ])
  })

  it('one page is read once for all who ask for it', async () => {
    const reader = new RecordReader(deps)
    const body = { limit: 5, sort: [], count: 'none', deleted: false } as never
    sent = []
    const pages = await Promise.all(
      Array.from({ length: 6 }, () => reader.query(admin(), world.people, body)),
    )
    expect(statementsWith('limit')).toBe(1)
    expect(new Set(pages.map(({ json }) => String(json))).size).toBe(1)
  })
})
