import { expect, test } from 'vitest'
import { api, queryKeyOf } from './api.ts'
import { isTouched } from './events.ts'

const teamId = 1
const params = { teamId, dataCollectionId: 4 }

test('a change of records touches lists, counts and recent changes of its team only', () => {
  const events = [{ kind: 'records' as const, dataCollectionId: 4, recordIds: [9] }]
  const touched = (key: readonly unknown[]) => isTouched(key, teamId, events)
  expect(touched(queryKeyOf(api.records.query, { params, body: {} } as never))).toBe(true)
  expect(touched(queryKeyOf(api.operations.recentChanges, { params: { teamId } }))).toBe(true)
  expect(touched(queryKeyOf(api.collections.list, { params: { teamId } }))).toBe(true)
  expect(touched(queryKeyOf(api.operations.recentChanges, { params: { teamId: 2 } }))).toBe(false)
  expect(touched(queryKeyOf(api.records.get, { params: { teamId, dataRecordId: 9 } }))).toBe(true)
  expect(touched(queryKeyOf(api.records.get, { params: { teamId, dataRecordId: 8 } }))).toBe(false)
  expect(touched(queryKeyOf(api.teams.get, { params: { teamId } }))).toBe(false)
  expect(touched([{ own: 'key' }])).toBe(false)
})

test('a change of collections touches collections and their fields', () => {
  const touched = (key: readonly unknown[]) => isTouched(key, teamId, [{ kind: 'collections' }])
  expect(touched(queryKeyOf(api.collections.get, { params }))).toBe(true)
  expect(touched(queryKeyOf(api.collections.listFields, { params }))).toBe(true)
  expect(touched(queryKeyOf(api.records.query, { params } as never))).toBe(false)
})
