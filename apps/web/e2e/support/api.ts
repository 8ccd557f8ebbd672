/** Calls endpoints of the contract over HTTP as a signed-in person; for a test's setup and lookups. */
import type { Call, Endpoint, Response as Result } from '@muster/contract/endpoint'
import { type AnyCall, cookieOf, send } from './send.ts'
import { site } from './site.ts'

export interface ApiClient {
  /** @throws Refused for a status of 300 and above, another Error when the connection breaks */
  call<E extends Endpoint>(endpoint: E, call: Call<E>, headers?: Record<string, string>): Promise<Result<E>>
}

/** As the administrator by default. Files share that session: sign-ins are rate-limited per minute. */
export async function signInToApi(
  person: { email: string; password: string } = site.admin,
  baseUrl: string = site.baseUrl,
): Promise<ApiClient> {
  const isAdmin = baseUrl === site.baseUrl && person.email === site.admin.email
  const cookie = isAdmin ? site.adminCookie : await cookieOf(baseUrl, person)
  return {
    async call<E extends Endpoint>(endpoint: E, call: Call<E>, headers = {}) {
      const answer = await send(baseUrl, cookie, endpoint, { ...(call as AnyCall), headers })
      return (answer.status === 204 ? undefined : await answer.json()) as Result<E>
    },
  }
}
