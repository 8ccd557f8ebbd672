import type { LiveEvent } from '@muster/contract/events/events.api'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { api, queryKeyOf } from './api.ts'
import { refreshTouched } from './events.ts'

const teamId = 1

function touchedBy(events: readonly LiveEvent[]) {
  return (key: readonly unknown[]) => {
    const client = new QueryClient()
    client.setQueryData(key, {})
    void refreshTouched(client, teamId, events)
    return client.getQueryState(key)?.isInvalidated
  }
}

const params = { teamId, dataCollectionId: 4 }

test('a change of records affects lists, counts and recent changes of its team only', () => {
  const events = [{ kind: 'records' as const, dataCollectionId: 4, recordIds: [9] }]
  const touched = touchedBy(events)
  expect(touched(queryKeyOf(api.records.query, { params, body: {} } as never))).toBe(true)
  expect(touched(queryKeyOf(api.operations.recentChanges, { params: { teamId } }))).toBe(true)
  expect(touched(queryKeyOf(api.collections.list, { params: { teamId } }))).toBe(true)
  expect(touched(queryKeyOf(api.operations.recentChanges, { params: { teamId: 2 } }))).toBe(false)
  expect(touched(queryKeyOf(api.records.get, { params: { teamId, dataRecordId: 9 } }))).toBe(true)
  expect(touched(queryKeyOf(api.records.get, { params: { teamId, dataRecordId: 8 } }))).toBe(false)
  expect(touched(queryKeyOf(api.teams.get, { params: { teamId } }))).toBe(false)
  expect(touched([{ own: 'key' }])).toBe(false)
})

test('a change of collections affects collections and their fields', () => {
  const touched = touchedBy([{ kind: 'collections' }])
  expect(touched(queryKeyOf(api.collections.get, { params }))).toBe(true)
  expect(touched(queryKeyOf(api.collections.listFields, { params }))).toBe(true)
  expect(touched(queryKeyOf(api.records.query, { params } as never))).toBe(false)
})

test('an event of all records affects every one, whichever it names', () => {
  const touched = touchedBy([{ kind: 'records', all: true, recordIds: [9] }])
  expect(touched(queryKeyOf(api.records.get, { params: { teamId, dataRecordId: 8 } }))).toBe(true)
})

test('an unknown kind from a newer server affects nothing', () => {
  const touched = touchedBy([{ kind: 'weather' } as never])
  expect(touched(queryKeyOf(api.records.query, { params, body: {} } as never))).toBe(false)
})

test('a change of the reader’s own permissions affects everything of the team, that of others nothing', () => {
  for (const isOwn of [true, false]) {
    const touched = touchedBy([{ kind: 'permissions', isOwn }])
    expect(touched(queryKeyOf(api.records.query, { params, body: {} } as never))).toBe(isOwn)
    expect(touched(queryKeyOf(api.views.list, { params } as never))).toBe(isOwn)
    expect(touched(queryKeyOf(api.views.list, { params: { ...params, teamId: 2 } } as never))).toBe(false)
  }
})
