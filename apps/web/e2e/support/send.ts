/** Raw calls of the API; without the test runner, for global setup. */
import { authApi } from '@muster/contract/auth/auth.api'
import type { Endpoint } from '@muster/contract/endpoint'

export interface AnyCall {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

/** An answer with a status of 300 and above. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Signs in. @returns the session cookie */
export async function cookieOf(
  baseUrl: string,
  person: { email: string; password: string },
): Promise<string> {
  const response = await send(baseUrl, '', authApi.signIn, { body: person })
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** A body that is text goes as it is. @throws Refused with the server's message */
export async function send(
  baseUrl: string,
  cookie: string,
  endpoint: Endpoint,
  call: AnyCall,
): Promise<Response> {
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(call.params?.[name])),
  )
  const url = new URL(`${baseUrl}/api${path}`)
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, String(value))
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      cookie,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: textOf(call.body) }),
  })
  if (response.status >= 300) {
    throw new Refused(
      response.status,
      `${endpoint.method} ${path}: ${response.status} ${await response.text()}`,
    )
  }
  return response
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}
