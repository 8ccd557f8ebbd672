/** Calls endpoints of the contract over HTTP, as a person who signed in; for what a test prepares or looks up. */
import type { Call, Endpoint, Response as Result } from '@muster/contract/endpoint'
import { type AnyCall, cookieOf, send } from './send.ts'
import { site } from './site.ts'

export interface ApiClient {
  /** @throws Error with the server's words for a status of 300 and above, or when the connection breaks */
  call<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<Result<E>>
}

/** As the administrator unless told otherwise. Files share that session: sign-ins are limited to so many a minute. */
export async function signInToApi(
  person: { email: string; password: string } = site.admin,
  baseUrl: string = site.baseUrl,
): Promise<ApiClient> {
  const isAdmin = baseUrl === site.baseUrl && person.email === site.admin.email
  const cookie = isAdmin ? site.adminCookie : await cookieOf(baseUrl, person)
  return {
    async call<E extends Endpoint>(endpoint: E, call: Call<E>) {
      const answer = await send(baseUrl, cookie, endpoint, call as AnyCall)
      return (answer.status === 204 ? undefined : await answer.json()) as Result<E>
    },
  }
}
