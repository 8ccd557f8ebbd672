import { recordsApi } from '@muster/contract/records/records.api'
import { describe, expect, test } from 'vitest'
import { admin, member, team, withWorld, world } from '../../../test/in-a-world.ts'
import { withApp } from './cards.test-support.ts'

withApp()

describe('neighbours of a record in a list', () => {
  withWorld()

  test.each([
    ['without a sort order', {}],
    ['by a number with empty values', { sort: [{ field: 'weight', direction: 'asc' }] }],
    ['descending', { sort: [{ field: 'weight', direction: 'desc' }] }],
    ['by name', { sort: [{ field: '@name', direction: 'asc' }] }],
    [
      'by two keys',
      {
        sort: [
          { field: 'is_member', direction: 'desc' },
          { field: 'weight', direction: 'asc' },
        ],
      },
    ],
    [
      'with a filter',
      { filter: { field: 'weight', op: 'isNotEmpty' }, sort: [{ field: 'weight', direction: 'asc' }] },
    ],
  ])('match the list: %s', async (_name, query) => {
    if ((await count()) === 0) {
      const rows = [3, null, 1, 1, null, 2.5, 3].map((weight, n) => ({
        values: { name: `P${n % 4}`, weight, is_member: n % 3 === 0 ? null : n % 2 === 0 },
      }))
      await admin.ok(recordsApi.bulk, {
        params: { ...team(), dataCollectionId: world.people },
        body: { create: rows },
      })
    }
    const params = { ...team(), dataCollectionId: world.people }
    const list = (await member.ok(recordsApi.query, { params, body: query as object })).items.map(
      ({ id }) => id,
    )
    expect(list.length).toBeGreaterThan(3)
    const found = []
    for (const dataRecordId of list) {
      found.push(
        await member.ok(recordsApi.neighbours, { params, body: { dataRecordId, ...(query as object) } }),
      )
    }
    expect(found).toEqual(
      list.map((_, at) => ({ previous: list[at - 1] ?? null, next: list[at + 1] ?? null })),
    )
  })

  test('are null for a record that is not in the list', async () => {
    const [dataRecordId] = world.placeIds
    const params = { ...team(), dataCollectionId: world.people }
    expect(await member.ok(recordsApi.neighbours, { params, body: { dataRecordId: dataRecordId! } })).toEqual(
      {
        previous: null,
        next: null,
      },
    )
  })

  const count = async () =>
    (
      await member.ok(recordsApi.query, {
        params: { ...team(), dataCollectionId: world.people },
        body: { count: 'exact' },
      })
    ).total
})
