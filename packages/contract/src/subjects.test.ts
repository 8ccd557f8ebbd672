import { expect, test } from 'vitest'
import { api } from './api.ts'
import { type Api, endpoint } from './endpoint.ts'
import { isLive, type Subject, subjects } from './subjects.ts'

const endpoints = Object.entries<Api>(api).flatMap(([feature, own]) =>
  Object.entries(own).flatMap(([name, one]) =>
    one.kind === 'hook' ? [] : [{ name: `${feature}.${name}`, ...one }],
  ),
)

test('a read changes nothing, and a write reads nothing', () => {
  for (const { name, isRead, reads, changes } of endpoints) {
    expect(isRead ? changes : reads, name).toEqual([])
  }
})

test('an endpoint lists each subject once', () => {
  for (const { name, reads, changes } of endpoints) {
    for (const list of [reads, changes]) expect(new Set(list).size, name).toBe(list.length)
  }
})

test('every subject that an endpoint changes is read by another, and vice versa', () => {
  const read = new Set(endpoints.flatMap(({ reads }) => reads))
  const changed = new Set(endpoints.flatMap(({ changes }) => changes))
  // Updated by live events only, in stores of their own.
  const followed: readonly Subject[] = ['permissions', 'presence']
  for (const subject of subjects.filter((one) => !followed.includes(one))) {
    expect({ subject, isRead: read.has(subject), isChanged: changed.has(subject) }).toEqual({
      subject,
      isRead: true,
      isChanged: true,
    })
  }
})

test('a file or event stream is not cached, so it reads nothing', () => {
  for (const { name, kind, reads } of endpoints.filter(
    ({ kind }) => kind === 'stream' || kind === 'events',
  )) {
    expect(reads, `${name}, a ${kind}`).toEqual([])
  }
})

test('an endpoint that does not declare what it reads or changes does not compile', () => {
  const bare = { path: '/x', access: 'public', summary: 'X' } as const
  // @ts-expect-error a GET without `reads`
  endpoint({ ...bare, method: 'GET' })
  // @ts-expect-error a POST that only queries, without `reads`
  endpoint({ ...bare, method: 'POST', isRead: true })
  // @ts-expect-error a write without `changes`
  endpoint({ ...bare, method: 'POST' })
  // @ts-expect-error a write that declares `reads`
  endpoint({ ...bare, method: 'PUT', reads: ['records'] })
  // @ts-expect-error not a subject
  endpoint({ ...bare, method: 'DELETE', changes: ['weather'] })
  expect(endpoint({ ...bare, method: 'DELETE', changes: ['records'] }).changes.filter(isLive)).toEqual([
    'records',
  ])
})
