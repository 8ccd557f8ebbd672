import type { OutgoingMessage } from '@muster/contract/messages/messages.schema'
import { act, renderHook } from '@testing-library/react'
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { Around, mockFetch } from '../../fields/testing/field.tsx'
import { useUpdate } from './use-update.ts'

vi.mock('../../../ui/use-leave-guard.ts', () => ({ useLeaveGuard: () => {} }))

beforeEach(async () => {
  await i18next.loadNamespaces(['messages', 'errors'])
})

const message = { id: 3, version: 1, internalName: 'News' } as OutgoingMessage
const refused = (path: string) =>
  Response.json(
    { type: '', title: '', status: 400, code: 'validation_failed', errors: [{ path, code: 'required' }] },
    { status: 400 },
  )

test('a refused value is told at its field until another is saved for it', async () => {
  const { calls } = mockFetch({
    'PUT /api/teams/1/outgoingMessages/3': (body) => {
      const change = body as Partial<OutgoingMessage>
      return change.window?.from === '?' ? refused('window.from') : { ...message, ...change }
    },
  })
  const { result } = renderHook(() => useUpdate(1, message), { wrapper: Around })
  const save = async (change: Parameters<typeof result.current.add>[0]) => {
    act(() => result.current.add(change))
    return act(() => result.current.flush())
  }
  expect(await save({ window: { from: '?', to: '20:00' }, tracksOpens: true })).toBe(false)
  expect(await save({ internalName: 'Other' })).toBe(true)
  expect(Object.keys(result.current.errors)).toEqual(['window'])
  expect(await save({ window: null })).toBe(true)
  expect(result.current.errors).toEqual({})
  const sent = calls
    .filter(({ route }) => route.startsWith('PUT'))
    .map(({ body }) => Object.keys(body as object))
  expect(sent).toEqual([
    ['window', 'tracksOpens', 'version'],
    ['tracksOpens', 'version'],
    ['internalName', 'version'],
    ['window', 'version'],
  ])
})
