/** What signing out leaves behind: no request without a session, and no lost write. */
import { afterEach, expect, test, vi } from 'vitest'
import { api, call, RequestCanceledError } from '../../lib/api.ts'
import { currentSession, handleSignedIn, signOut } from './session.ts'

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

test('from signing out to signing in again, only calls that anyone may make are sent', async () => {
  const sent: string[] = []
  let answerSignOut = (_: Response) => {}
  vi.stubGlobal('fetch', (url: string) => {
    sent.push(url)
    if (url === '/api/auth/signOut') return new Promise((resolve) => (answerSignOut = resolve))
    const session = { userId: 'u1' }
    return Promise.resolve(
      url === '/api/auth/session'
        ? Response.json({ session, enumAppBrandId: 3, minPasswordLength: 12, oidcLabels: null })
        : Response.json({ code: 'internal' }, { status: 500 }),
    )
  })
  // What waits for the browser's first rest, or follows an answer, comes after the session is given up.
  const open = () => call(api.teams.open, { params: { teamId: 1 } })
  const leaving = signOut()
  await vi.waitUntil(() => sent.length === 1)
  await expect(open()).rejects.toBeInstanceOf(RequestCanceledError)
  answerSignOut(Response.json({ isSignedOut: true }))
  await leaving
  await expect(open()).rejects.toBeInstanceOf(RequestCanceledError)
  expect(sent).toEqual(['/api/auth/signOut'])

  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  await handleSignedIn()
  log.mockRestore()
  await expect(open()).rejects.toMatchObject({ status: 500 })
  expect(sent.slice(1)).toEqual([
    '/api/auth/session',
    '/api/users/byAuthProvider/me?needData=1',
    '/api/teams/1/open',
  ])
})
