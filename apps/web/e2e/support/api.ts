/** Calls endpoints of the contract over HTTP, as a person who signed in; for what a test prepares or looks up. */
import type { Call, Endpoint, Response as Result } from '@muster/contract/endpoint'
import { inject } from 'vitest'
import { type AnyCall, cookieOf, send } from './send.ts'

export interface ApiClient {
  /** @throws Error with the server's words for a status of 300 and above, or when the connection breaks */
  call<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<Result<E>>
}

/** All files share the administrator's session: so many times a minute, and no more, one may sign in. */
export async function signInToApi(
  baseUrl: string,
  person: { email: string; password: string },
): Promise<ApiClient> {
  const isAdmin = baseUrl === inject('baseUrl') && person.email === inject('admin').email
  const cookie = isAdmin ? inject('adminCookie') : await cookieOf(baseUrl, person)
  return {
    async call<E extends Endpoint>(endpoint: E, call: Call<E>) {
      const answer = await send(baseUrl, cookie, endpoint, call as AnyCall)
      return (answer.status === 204 ? undefined : await answer.json()) as Result<E>
    },
  }
}
