import type { Api, Endpoint } from '@muster/contract/endpoint'
import { liveSubjects, type Subject } from '@muster/contract/subjects'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { api } from './api.ts'
import { nameOf } from './known-endpoints.ts'
import { type Change, isStale, refreshAtOnce, refreshChanged } from './stale.ts'

const endpoints = Object.entries<Api>(api).flatMap(([feature, own]) =>
  Object.entries(own).flatMap(([name, endpoint]) =>
    endpoint.kind === 'hook' ? [] : [{ name: `${feature}.${name}`, endpoint }],
  ),
)

/** A cache key of every endpoint that reads, for team 1 and, where it has one, record 9. */
const keys = endpoints
  .filter(({ endpoint }) => endpoint.changes.length === 0)
  .map(({ name, endpoint }) => {
    const ids = { teamId: 1, dataRecordId: 9 }
    const params = Object.fromEntries(
      Object.entries(ids).filter(([param]) => endpoint.path.split(/[/.]/).includes(`:${param}`)),
    )
    return { name, queryKey: [nameOf(endpoint), params] }
  })

const staleBy = (change: Change) =>
  keys
    .filter(({ queryKey }) => isStale(queryKey, change))
    .map(({ name }) => name)
    .sort()

const listed = (names: string) => names.trim().split(/\s+/).sort()

/** What two regular expressions over addresses matched before endpoints declared their subjects. */
const recordLists = `
  bookmarks.list cards.linkedRecords collections.list collections.listByTeam duplicates.get duplicates.groups
  duplicates.list lists.uses operations.mine operations.recentChanges records.aggregate records.list
  records.neighbours records.previewRewrite records.query records.statCards search.all views.calendar views.map views.publicCalendar
  views.publicMap views.publicQuery views.publicRecord views.publicTimeline views.timeline publicWizards.options wizardRuns.options`
const ofOneRecord = 'cards.page duplicates.survivor membership.explain records.get records.logEvents'
/** Added since: who gets a message, and who got it, with the names of records. */
const ofMessages = 'messages.preflight messages.preflightRows messages.preview messages.recipients'
const messagesOfOne = 'messages.ofRecord messages.why'
/** Added since: never fetched under its own key, but by the calendar under that of its view. */
const marks = 'views.dateInfo'

test.each<[Subject, string]>([
  ['records', `${recordLists} ${ofOneRecord} ${marks} ${ofMessages} ${messagesOfOne}`],
  [
    'collections',
    `audit.list audit.people collections.get collections.list collections.listByTeam collections.listFields
     teams.headerBarMenu views.get views.list views.publicGet wizards.get wizards.listLinks`,
  ],
  // Without the files (imports.rejects, exports.download), which are links and never in the cache.
  ['imports', 'imports.get imports.list'],
  ['exports', 'exports.get exports.list'],
  ['duplicates', 'duplicates.get duplicates.groups duplicates.list'],
  [
    'messages',
    `messages.dashboard messages.get messages.history messages.list messages.notifications
     messages.recipientContent messages.stats ${ofMessages} ${messagesOfOne}`,
  ],
  ['messageSenders', 'messageSenders.choices messageSenders.list messageSenders.settings messages.get'],
  ['messageSubjects', 'consent.subjects messages.preflight messages.preflightRows'],
  ['messageSuppressions', 'consent.suppressions messages.preflight messages.preflightRows'],
])('an event about %s makes the same answers stale as before', (subject, names) => {
  expect(staleBy({ subjects: [subject], teamId: 1 })).toEqual(listed(names))
})

test('only lists of users, roles and wizards to run show permissions; the session has those of the caller', () => {
  const shown = 'roles.explain roles.get roles.list users.assignableRoles users.list wizardRuns.runnable'
  expect(staleBy({ subjects: ['permissions'], teamId: 1 })).toEqual(listed(shown))
  expect(staleBy({ subjects: ['presence'], teamId: 1 })).toEqual([])
})

test('an event with records does not affect answers about other records', () => {
  const lists = listed(`${recordLists} ${marks} ${ofMessages}`)
  expect(staleBy({ subjects: ['records'], teamId: 1, recordIds: [8] })).toEqual(lists)
  expect(staleBy({ subjects: ['records'], teamId: 1, recordIds: [8, 9] })).toEqual(
    listed(`${recordLists} ${ofOneRecord} ${marks} ${ofMessages} ${messagesOfOne}`),
  )
})

test('for another team only answers without a team are stale', () => {
  const all = { subjects: [...liveSubjects], teamId: 2 }
  expect(staleBy(all)).toEqual(['collections.listByTeam', 'teams.headerBarMenu'])
})

test('a key that is no endpoint’s is never stale', () => {
  const change: Change = { subjects: [...liveSubjects] }
  for (const key of [[{ own: 'key' }], ['deferred records', 1], ['GET /nowhere'], []]) {
    expect(isStale(key, change)).toBe(false)
  }
})

type Refresh = typeof refreshChanged

/** The endpoints that a client with a full cache refetches. */
async function refreshedBy(refresh: Refresh, ...args: Tail<Parameters<Refresh>>): Promise<string[]> {
  const client = new QueryClient()
  for (const { queryKey } of keys) client.setQueryData(queryKey, {})
  await refresh(client, ...args)
  return keys
    .filter(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated)
    .map(({ name }) => name)
    .sort()
}
type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never

const inTeam = { teamId: 1 }

test('a cell edit refetches at once what shows the history of that record and nothing else', async () => {
  const edit = (dataRecordId: number) =>
    refreshedBy(refreshAtOnce, api.records.update, { teamId: 1, dataRecordId })
  expect(await edit(9)).toEqual(['personalData.summary', 'records.logEvents'])
  expect(await edit(8)).toEqual([])
})

test('a change of many records refetches at once what lists do not follow by themselves', async () => {
  expect(await refreshedBy(refreshAtOnce, api.records.bulk, inTeam)).toEqual([
    'collections.list',
    'collections.listByTeam',
    'personalData.summary',
    'records.get',
    'records.logEvents',
  ])
})

test('a write that is announced is not refetched twice', async () => {
  expect(await refreshedBy(refreshAtOnce, api.exports.cancel, inTeam)).toEqual([])
  expect(await refreshedBy(refreshAtOnce, api.duplicates.find, inTeam)).toEqual([])
})

test.each<[string, Endpoint, string]>([
  // As before; and, since they show records too: bookmarks, searches for duplicates, uses, search, cards of numbers.
  [
    'undo',
    api.operations.undo,
    `${recordLists} ${ofOneRecord} ${marks} ${ofMessages} ${messagesOfOne} operations.get personalData.summary`,
  ],
  // As before; and headerBarMenu, listFields, views, blueprints and the audit log, which show collections.
  [
    'a collection',
    api.collections.update,
    `audit.list audit.people blueprints.get blueprints.list collections.get collections.list collections.listByTeam
     collections.listFields teams.headerBarMenu views.get views.list views.publicGet wizards.get wizards.listLinks`,
  ],
  ['a view', api.views.update, 'audit.list audit.people views.get views.list views.publicGet'],
  ['a card', api.cards.update, 'audit.list audit.people cards.list cards.listGroups'],
  ['many bookmarks', api.bookmarks.setMany, 'bookmarks.get bookmarks.list personalData.summary'],
  ['an export', api.exports.create, 'exports.get exports.list'],
  ['kept choices', api.imports.deleteMapping, 'imports.mappings'],
  [
    'a session',
    api.auth.revokeSession,
    'audit.systemList audit.systemPeople auth.sessions sysAdmin.sessions',
  ],
])('refreshing after a change of %s', async (_, endpoint, names) => {
  expect(await refreshedBy(refreshChanged, endpoint, inTeam)).toEqual(listed(names))
})

test('an answer that is known already is not refetched', async () => {
  const client = new QueryClient()
  const [known, list] = [api.bookmarks.get, api.bookmarks.list].map((endpoint) => [
    nameOf(endpoint),
    endpoint === api.bookmarks.get ? { teamId: 1, dataRecordId: 9 } : { teamId: 1 },
  ]) as [unknown[], unknown[]]
  for (const key of [known, list]) client.setQueryData(key, {})
  await refreshChanged(client, api.bookmarks.put, { teamId: 1, dataRecordId: 9 }, { except: known })
  expect(client.getQueryState(known)?.isInvalidated).toBe(false)
  expect(client.getQueryState(list)?.isInvalidated).toBe(true)
})
