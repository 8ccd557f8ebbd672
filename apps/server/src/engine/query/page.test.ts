/** Pages, cursors, jumps and counts return the same records in the same order. */

import type { Sort } from '@muster/contract/filters/ast'
import { recordsApi } from '@muster/contract/records/records.api'
import type { AggregateFunction } from '@muster/contract/records/records.schema'
import { beforeAll, describe, expect, it } from 'vitest'
import { admin, deps, inAnApp, withWorld, world } from '../../../test/in-a-world.ts'
import { recordsRoutes } from '../../features/records/records.routes.ts'
import { ident, run, sql } from '../../platform/db.ts'

/** Enough for three anchors. */
const count = 5_200

inAnApp((deps) => (bindTo) => bindTo(recordsApi, recordsRoutes(deps)))
withWorld()
beforeAll(fill)

/** Inserts many rows with many equal and many empty values. */
async function fill(): Promise<void> {
  const { schema } = await world.model()
  const table = ident(schema, 'persons')
  await run(
    deps.pool,
    sql`with made as (
          insert into ${ident(schema, 'data_record')} (data_collection_id, name)
          select ${world.people}::bigint, 'Person ' || n from generate_series(1, ${count}::int) n returning id, name)
        insert into ${table} (record_id, name, score, weight, born, party, home, is_member, payment)
        select id, name, case when id % 3 = 0 then null else id % 17 end,
          case when id % 2 = 0 then (id * 7919 % 1000) / 10.0 end,
          case when id % 5 > 0 then date '2000-01-01' + (id % 400)::int end,
          (${world.partyIds}::bigint[])[id % 4], (${world.placeIds}::bigint[])[id % 7],
          (array[true, false])[id % 3], (array['unpaid', 'paid', 'failed'])[id % 5] from made`,
  )
  deps.live.recordsChanged(world.team.teamId, world.people, 'all')
}

const params = () => ({ teamId: world.team.teamId, dataCollectionId: world.people })

async function ids(body: object): Promise<number[]> {
  const { items } = await admin.ok(recordsApi.query, { params: params(), body: { fields: [], ...body } })
  return items.map(({ id }) => id)
}

async function walk(sort: Sort): Promise<number[]> {
  const all: number[] = []
  let cursor: string | undefined
  do {
    const page = await admin.ok(recordsApi.query, {
      params: params(),
      body: { sort, limit: 700, fields: [], ...(cursor ? { cursor } : {}) },
    })
    all.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return all
}

const orders: Sort[] = [
  [],
  [{ field: 'score', direction: 'asc' }],
  [{ field: 'score', direction: 'desc' }],
  [{ field: 'weight', direction: 'asc' }],
  [{ field: 'born', direction: 'desc' }],
  [{ field: '@name', direction: 'asc' }],
  [
    { field: 'score', direction: 'desc' },
    { field: 'born', direction: 'asc' },
  ],
  [
    { field: 'born', direction: 'asc' },
    { field: 'name', direction: 'desc' },
  ],
]

describe.each(orders.map((sort) => ({ sort, title: JSON.stringify(sort) })))(
  'the order $title',
  ({ sort }) => {
    it('returns every record once when paging by cursors', async () => {
      const all = await walk(sort)
      expect(all).toHaveLength(count)
      expect(new Set(all).size).toBe(count)
    })

    it('returns the same rows for a jump as for paging', async () => {
      const all = await walk(sort)
      for (const offset of [0, 1, 999, 1999, 2000, 2001, 3456, 4999, 5000, 5199, 5200, 9000]) {
        expect(await ids({ sort, offset, limit: 20 }), `offset ${offset}`).toEqual(
          all.slice(offset, offset + 20),
        )
      }
    })
  },
)

describe('a jump', () => {
  it('includes writes since the previous jump', async () => {
    const sort: Sort = [{ field: 'name', direction: 'asc' }]
    const [before] = await ids({ sort, offset: 3000, limit: 1 })
    const { record } = await admin.ok(recordsApi.create, {
      params: params(),
      body: { values: { name: '0 first of all' } },
    })
    expect(await ids({ sort, offset: 3001, limit: 1 })).toEqual([before])
    await admin.ok(recordsApi.remove, { params: { teamId: world.team.teamId, dataRecordId: record.id } })
    expect(await ids({ sort, offset: 3000, limit: 1 })).toEqual([before])
  })
})

describe('a count', () => {
  it('is exact, follows writes, and is returned only on request', async () => {
    const total = async (): Promise<number | null> =>
      (await admin.ok(recordsApi.query, { params: params(), body: { count: 'exact', limit: 1 } })).total
    expect(await total()).toBe(count)
    const { record } = await admin.ok(recordsApi.create, {
      params: params(),
      body: { values: { name: 'One more' } },
    })
    expect(await total()).toBe(count + 1)
    await admin.ok(recordsApi.remove, { params: { teamId: world.team.teamId, dataRecordId: record.id } })
    expect(await total()).toBe(count)
    const without = await admin.ok(recordsApi.query, { params: params(), body: { limit: 1 } })
    expect(without).toMatchObject({ total: null, totalIsExact: false })
  })

  it('can be the planner’s estimate, marked as inexact', async () => {
    const body = { count: 'estimate' as const, limit: 1 }
    const response = await admin.ok(recordsApi.query, { params: params(), body })
    expect(response.totalIsExact).toBe(false)
    expect(response.total).toBeGreaterThanOrEqual(0)
  })
})

describe('a cursor', () => {
  it.each(['', 'x', Buffer.from('["+name",[1,"a"]]').toString('base64url'), '"'.repeat(50)])(
    'that the server did not create is rejected: %s',
    async (cursor) => {
      const problem = await admin.refused(recordsApi.query, {
        params: params(),
        body: { cursor, sort: [{ field: 'score', direction: 'asc' }] },
      })
      expect(problem).toMatchObject({ code: 'cursor_invalid', status: 400 })
    },
  )
})

describe('search', () => {
  it('finds prefixes of words in any order, ignoring case and accents', async () => {
    const { record } = await admin.ok(recordsApi.create, {
      params: params(),
      body: { values: { name: 'Zoé Müller-O’Brien', email: 'zoe.m@exämple.org' } },
    })
    for (const search of ['zoe', 'MULL zo', 'brien', 'exam zoe.m', 'müller']) {
      expect(await ids({ search }), search).toEqual([record.id])
    }
    expect(await ids({ search: 'oé' })).toEqual([])
    expect(await ids({ search: "zoe & ' | !x :*" })).toEqual([])
    expect(await ids({ search: '***' })).toEqual([])
  })
})

describe('aggregates', () => {
  it('match the records', async () => {
    const { groups } = await admin.ok(recordsApi.aggregate, {
      params: params(),
      body: {
        filter: { field: 'weight', op: 'isNotEmpty' },
        groupBy: [{ field: 'score' }],
        measures: [{ fn: 'count' }, { fn: 'sum', field: 'weight' }, { fn: 'max', field: 'born' }],
      },
    })
    const { items } = await admin.ok(recordsApi.query, {
      params: params(),
      body: {
        filter: { field: 'weight', op: 'isNotEmpty' },
        limit: 1000,
        fields: ['score', 'weight', 'born'],
      },
    })
    expect(groups.length).toBe(18)
    expect(groups.at(-1)?.keys).toEqual([null])
    const total = groups.reduce((sum, { values }) => sum + Number(values[0]), 0)
    expect(total).toBe(await walkCount({ field: 'weight', op: 'isNotEmpty' }))
    expect(items.length).toBe(1000)
  })

  it('have a median, different values, shares and spans, under a filter', async () => {
    const filter = { field: 'weight', op: 'isNotEmpty' } as const
    const ask = async (...measures: { fn: AggregateFunction; field: string }[]) =>
      (await admin.ok(recordsApi.aggregate, { params: params(), body: { filter, measures } })).groups[0]!
        .values
    const items: Record<string, unknown>[] = []
    for (let offset = 0; ; offset += 1000) {
      const page = await admin.ok(recordsApi.query, {
        params: params(),
        body: { filter, offset, limit: 1000 },
      })
      items.push(...page.items.map(({ values }) => values))
      if (page.items.length < 1000) break
    }
    const filled = (field: string) => items.map((values) => values[field]).filter((value) => value !== null)
    const weights = (filled('weight') as number[]).sort((a, b) => a - b)
    const middle = (weights.length - 1) / 2
    const median = (weights[Math.floor(middle)]! + weights[Math.ceil(middle)]!) / 2
    const born = (filled('born') as string[]).map((day) => Date.parse(day)).sort((a, b) => a - b)
    const members = items.filter((values) => values.is_member === true).length
    expect(await ask({ fn: 'median', field: 'weight' })).toEqual([median])
    expect(await ask({ fn: 'countDistinct', field: 'party' })).toEqual([new Set(filled('party')).size])
    expect(await ask({ fn: 'span', field: 'born' })).toEqual([(born.at(-1)! - born[0]!) / 86_400_000])
    expect(
      await ask(
        { fn: 'countTrue', field: 'is_member' },
        { fn: 'countFalse', field: 'is_member' },
        { fn: 'percentTrue', field: 'is_member' },
        { fn: 'percentFilled', field: 'party' },
      ),
    ).toEqual([
      members,
      items.length - members,
      expect.closeTo((100 * members) / items.length, 6),
      expect.closeTo((100 * filled('party').length) / items.length, 6),
    ])
  })

  it('have shares in groups, but no medians, and can be in the order of their sizes', async () => {
    const ask = (measures: { fn: AggregateFunction; field?: string }[]) => ({
      params: params(),
      body: { groupBy: [{ field: 'party' }], order: 'count' as const, limit: 3, measures },
    })
    const { groups } = await admin.ok(
      recordsApi.aggregate,
      ask([{ fn: 'count' }, { fn: 'percentFilled', field: 'party' }]),
    )
    const sizes = groups.map(({ values }) => Number(values[0]))
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
    for (const { keys, values } of groups) expect(values[1]).toBe(keys[0] === null ? 0 : 100)
    const refused = await admin.refused(recordsApi.aggregate, ask([{ fn: 'median', field: 'weight' }]))
    expect(refused.errors).toEqual([{ path: 'measures.0.field', code: 'unknown_field' }])
  })

  it('are kept until a record of theirs, or one that names a group, is written', async () => {
    const [party] = world.partyIds as [number]
    const ask = async () => {
      const { groups, linked } = await admin.ok(recordsApi.aggregate, {
        params: params(),
        body: { groupBy: [{ field: 'party' }], measures: [{ fn: 'count' }] },
      })
      const count = groups.find(({ keys }) => keys[0] === party)?.values[0]
      return { count: Number(count), name: linked[party]?.name }
    }
    const before = await ask()
    // Unannounced, so that it shows what is kept.
    const table = ident((await world.model()).schema, 'persons')
    await run(deps.pool, sql`update ${table} set party = null where party = ${party} and score = 3`)
    expect(await ask()).toEqual(before)
    const record = { values: { name: 'New', party } }
    await admin.ok(recordsApi.create, { params: params(), body: record })
    const after = await ask()
    expect(after.count).toBeLessThan(before.count)
    const item = { teamId: world.team.teamId, dataRecordId: party }
    await admin.ok(recordsApi.update, { params: item, body: { values: { name: 'Renamed' } } })
    expect(await ask()).toEqual({ count: after.count, name: 'Renamed' })
  })
})

describe('groups', () => {
  const groupBys = [
    [{ field: 'score', direction: 'desc' }],
    [{ field: 'party', direction: 'asc' }],
    [
      { field: 'party', direction: 'desc' },
      { field: 'is_member', direction: 'asc' },
    ],
    [{ field: 'payment', direction: 'asc' }],
    [{ field: 'name', direction: 'asc' }],
    [
      { field: 'born', direction: 'desc', period: 'year' },
      { field: 'home', direction: 'asc' },
    ],
  ] as const
  it.each(groupBys.map((groupBy) => [groupBy]))(
    'by %j are in the order of their records',
    async (groupBy) => {
      const { groups, linked } = await admin.ok(recordsApi.aggregate, {
        params: params(),
        body: { groupBy: [...groupBy], measures: [{ fn: 'count' }], limit: 10_000 },
      })
      const sort = [...groupBy]
      const keys: unknown[][] = []
      for (let offset = 0; ; offset += 1000) {
        const { items } = await admin.ok(recordsApi.query, {
          params: params(),
          body: { sort, offset, limit: 1000, fields: sort.map(({ field }) => field) },
        })
        for (const { values } of items) {
          keys.push(
            groupBy.map((group) => {
              const value = values[group.field] ?? null
              return 'period' in group && typeof value === 'string' ? `${value.slice(0, 4)}-01-01` : value
            }),
          )
        }
        if (items.length < 1000) break
      }
      const runs: { keys: unknown[]; count: number }[] = []
      for (const key of keys) {
        const last = runs.at(-1)
        if (last && JSON.stringify(last.keys) === JSON.stringify(key)) last.count++
        else runs.push({ keys: key, count: 1 })
      }
      expect(runs.length).toBeGreaterThan(1)
      expect(groups.map(({ keys, values }) => ({ keys, count: Number(values[0]) }))).toEqual(runs)
      const pointsAtRecords = groupBy.some(({ field }) => field === 'party' || field === 'home')
      expect(Object.keys(linked).length > 0).toBe(pointsAtRecords)
    },
  )
})

async function walkCount(filter: object): Promise<number> {
  const response = await admin.ok(recordsApi.query, {
    params: params(),
    body: { filter: filter as never, count: 'exact', limit: 1 },
  })
  return response.total ?? 0
}
