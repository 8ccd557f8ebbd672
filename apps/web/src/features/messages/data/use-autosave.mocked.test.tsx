import type { ErrorCode, FieldError } from '@muster/contract/errors'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { useAutosave } from './use-autosave.ts'

vi.mock('../../../ui/use-leave-guard.ts', () => ({ useLeaveGuard: () => {} }))

type Change = Record<string, unknown>

const failure = (status: number, code: ErrorCode, errors: FieldError[] = []) =>
  new ApiError(status, code, { type: '', title: '', status, code, errors } as ApiError['problem'])

function autosave(refusal: (change: Change) => ApiError | null) {
  const sent: [string, Change][] = []
  const { result } = renderHook(() =>
    useAutosave<'en' | 'fr', Change>(async (part, change) => {
      sent.push([part, change])
      const error = refusal(change)
      if (error) throw error
    }),
  )
  return {
    sent,
    state: () => result.current.state,
    add: (part: 'en' | 'fr', change: Change) => act(() => result.current.add(part, change)),
    flush: () => act(() => result.current.flush()),
    discard: (part: 'en' | 'fr') => act(() => result.current.discard(part)),
  }
}

test('a value that is refused does not keep the others from being saved', async () => {
  const save = autosave(({ name }) =>
    name === '?' ? failure(400, 'validation_failed', [{ path: 'name', code: 'invalid' }]) : null,
  )
  save.add('en', { name: '?', size: 1 })
  expect(await save.flush()).toBe(false)
  expect(save.state()).toBe('failed')
  save.add('en', { size: 2 })
  expect(await save.flush()).toBe(true)
  expect(save.sent).toEqual([
    ['en', { name: '?', size: 1 }],
    ['en', { size: 1 }],
    ['en', { size: 2 }],
  ])
})

test('what the caller may not do is not tried again', async () => {
  const save = autosave(({ owner }) => (owner === 2 ? failure(403, 'access_denied') : null))
  save.add('en', { owner: 2 })
  expect(await save.flush()).toBe(false)
  save.add('en', { name: 'b' })
  expect(await save.flush()).toBe(true)
  expect(save.sent.at(-1)).toEqual(['en', { name: 'b' }])
})

test('what could not be sent is kept', async () => {
  let isDown = true
  const save = autosave(() => (isDown ? failure(500, 'internal') : null))
  save.add('en', { name: 'a' })
  expect(await save.flush()).toBe(false)
  isDown = false
  save.add('en', { size: 1 })
  expect(await save.flush()).toBe(true)
  expect(save.sent.at(-1)).toEqual(['en', { name: 'a', size: 1 }])
})

test('parts are saved apart, and one can be forgotten', async () => {
  let isDown = true
  const save = autosave(() => (isDown ? failure(500, 'internal') : null))
  save.add('en', { text: 'Hello' })
  save.add('fr', { text: 'Bonjour' })
  expect(await save.flush()).toBe(false)
  expect(await save.discard('fr')).toEqual({ text: 'Bonjour' })
  isDown = false
  expect(await save.flush()).toBe(true)
  expect(save.sent.slice(1)).toEqual([['en', { text: 'Hello' }]])
})
