/** The client's calls and the errors of spec section 7. */
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, api, call, endpointNamed, onUnauthenticated, queryKeyOf, urlOf } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

function answers(status: number, body: unknown) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(JSON.stringify(body), { status }))
  vi.stubGlobal('fetch', fetch)
  return () => {
    const [url, init] = fetch.mock.calls[0] ?? []
    return { url, ...init, headers: new Headers(init?.headers) }
  }
}

test('parameters go into the path and the query is appended', () => {
  expect(urlOf(api.teams.get, { params: { teamId: 3 } })).toBe('/api/teams/3')
  expect(urlOf(api.collections.listByTeam, { query: { TeamId: 3, countObjects: '1' } })).toBe(
    '/api/dataCollections?TeamId=3&countObjects=1',
  )
  expect(urlOf(api.teams.byAuthProvider, { params: { authProviderUsername: 'a/b c' }, query: {} })).toBe(
    '/api/users/byAuthProvider/a%2Fb%20c',
  )
  expect(() => urlOf(api.teams.get, { params: {} } as never)).toThrow('Missing parameter teamId')
})

test('a body goes as JSON, and a POST has an idempotency key of its own', async () => {
  const sent = answers(200, { session: {} })
  await call(api.auth.signIn, { body: { email: 'a@b.co', password: 'x' } })
  expect(sent().method).toBe('POST')
  expect(sent().body).toBe('{"email":"a@b.co","password":"x"}')
  expect(sent().headers.get('content-type')).toBe('application/json')
  expect(sent().headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
})

test('files and form data go as they are; reads have no key', async () => {
  const file = new File(['x'], 'x.txt', { type: 'text/plain' })
  let sent = answers(200, {})
  await call(api.files.upload, { params: { teamId: 1 }, query: { name: 'x' }, body: file } as never)
  expect(sent().body).toBe(file)
  expect(sent().headers.get('content-type')).toBe('text/plain')
  const form = new FormData()
  sent = answers(200, {})
  await call(api.files.upload, { params: { teamId: 1 }, query: { name: 'x' }, body: form } as never)
  expect(sent().body).toBe(form)
  expect(sent().headers.get('content-type')).toBeNull()
  sent = answers(200, {})
  await call(api.teams.get, { params: { teamId: 1 } })
  expect(sent().headers.get('idempotency-key')).toBeNull()
})

test.each([300, 304, 400, 404, 500])('status %i is an error', async (status) => {
  vi.stubGlobal('fetch', async () => ({
    status,
    headers: new Headers(),
    text: async () => JSON.stringify({ type: 'about:blank', title: 'No', status, code: 'not_found' }),
  }))
  const error = await call(api.teams.get, { params: { teamId: 1 } }).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status, code: 'not_found' })
})

test('the field errors of a problem document are kept', async () => {
  const errors = [{ path: 'email', code: 'required' }]
  answers(400, { type: 'x', title: 'Bad', status: 400, code: 'validation_failed', errors })
  await expect(call(api.teams.get, { params: { teamId: 1 } })).rejects.toMatchObject({ errors })
})

test('an answer that is no problem document, and no answer, have codes of their own', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }))
  await expect(call(api.teams.get, { params: { teamId: 1 } })).rejects.toMatchObject({ code: 'unexpected' })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(call(api.teams.get, { params: { teamId: 1 } })).rejects.toMatchObject({
    status: 0,
    code: 'offline',
  })
})

test('a cancelled request says so', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new DOMException('Aborted', 'AbortError')
  })
  const controller = new AbortController()
  controller.abort()
  await expect(call(api.teams.get, { params: { teamId: 1 } }, { signal: controller.signal })).rejects.toThrow(
    'Request is canceled by user',
  )
})

test('a name that is not in the api says so', async () => {
  expect(endpointNamed('teams.get')).toBe(api.teams.get)
  expect(() => endpointNamed('teams.nothing')).toThrow('API name is invalid.')
  expect(() => endpointNamed('nothing')).toThrow('API name is invalid.')
  await expect(call({ ...api.teams.get }, { params: { teamId: 1 } })).rejects.toThrow('API name is invalid.')
})

test('listeners are called when a request finds no session', async () => {
  const listener = vi.fn()
  const stop = onUnauthenticated(listener)
  answers(401, { type: 'x', title: 'No', status: 401, code: 'not_signed_in' })
  await call(api.teams.get, { params: { teamId: 1 } }).catch(() => {})
  stop()
  expect(listener).toHaveBeenCalledOnce()
})

test('a key without parts covers every call of its endpoint', () => {
  const all = queryKeyOf(api.collections.list)
  expect(queryKeyOf(api.collections.list, { params: { teamId: 1 } }).slice(0, all.length)).toEqual(all)
})
