/** Calls endpoints of the contract over HTTP, as a person who signed in; for what a test prepares or looks up. */
import { authApi } from '@muster/contract/auth/auth.api'
import type { Call, Endpoint, Response as Result } from '@muster/contract/endpoint'

export interface ApiClient {
  /** @throws Error with the server's words for a status of 300 and above, or when the connection breaks */
  call<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<Result<E>>
}

interface AnyCall {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export async function signInToApi(
  baseUrl: string,
  person: { email: string; password: string },
): Promise<ApiClient> {
  const response = await send(baseUrl, '', authApi.signIn, { body: person })
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return {
    async call<E extends Endpoint>(endpoint: E, call: Call<E>) {
      const answer = await send(baseUrl, cookie, endpoint, call as AnyCall)
      return (answer.status === 204 ? undefined : await answer.json()) as Result<E>
    },
  }
}

async function send(baseUrl: string, cookie: string, endpoint: Endpoint, call: AnyCall): Promise<Response> {
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(call.params?.[name])),
  )
  const url = new URL(`${baseUrl}/api${path}`)
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, String(value))
  const response = await fetch(url, {
    method: endpoint.method,
    headers: { cookie, ...(call.body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  })
  if (response.status >= 300) {
    throw new Error(`${endpoint.method} ${path}: ${response.status} ${await response.text()}`)
  }
  return response
}
