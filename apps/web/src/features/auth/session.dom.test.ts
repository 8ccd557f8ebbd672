/** What signing out leaves behind: no request without a session, and no lost write. */
import { afterEach, expect, test, vi } from 'vitest'
import { api, call, RequestCanceledError } from '../../lib/api.ts'
import { currentSession, signOut } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

test('signing out cancels reads, and lets writes arrive before the session ends', async () => {
  const order: string[] = []
  let finishWrite = () => {}
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const name = `${init.method} ${url}`
    order.push(name)
    return new Promise<Response>((resolve, reject) => {
      const answer = () => {
        order.push(`answered ${name}`)
        resolve(new Response('{}'))
      }
      init.signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')))
      if (url.endsWith('/open')) finishWrite = answer
      else if (init.method !== 'GET') answer()
    })
  })
  const read = call(api.teams.get, { params: { teamId: 1 } }).catch((error: unknown) => error)
  const write = call(api.teams.open, { params: { teamId: 1 } })
  const leaving = signOut()
  expect(currentSession().status).toBe('anonymous') // at once, so that screens leave
  expect(await read).toBeInstanceOf(RequestCanceledError)
  expect(order.some((step) => step.includes('signOut'))).toBe(false)
  finishWrite()
  await Promise.all([write, leaving])
  const written = order.findIndex((step) => step.startsWith('answered') && step.endsWith('/open'))
  const ended = order.findIndex((step) => /sign-?out/i.test(step))
  expect(written).toBeGreaterThan(-1)
  expect(ended).toBeGreaterThan(written)
})
