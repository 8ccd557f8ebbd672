/** What a browser keeps between two requests of one sign-in: signed by us, and for minutes. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type CookieConfig,
  cookieAttributes,
  cookieName,
  type Purpose,
  sign,
  verify,
} from './signed-cookie.ts'

export function keepShortly(
  reply: FastifyReply,
  purpose: Purpose,
  value: object,
  { seconds, config }: { seconds: number; config: CookieConfig },
): void {
  const kept = { value, expiresAt: Date.now() + seconds * 1000 }
  const text = Buffer.from(JSON.stringify(kept)).toString('base64url')
  reply.setCookie(cookieName(purpose, config), sign(purpose, text, config), {
    ...cookieAttributes(config),
    maxAge: seconds,
  })
}

/** What was kept; null if there is nothing, or its time is over. */
export function keptShortly<Value>(
  { cookies }: FastifyRequest,
  purpose: Purpose,
  schema: z.ZodType<Value>,
  config: CookieConfig,
): Value | null {
  const text = verify(purpose, cookies[cookieName(purpose, config)] ?? '', config)
  if (!text) return null
  const kept: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
  const { data } = z.object({ value: schema, expiresAt: z.number() }).safeParse(kept)
  return data && data.expiresAt > Date.now() ? data.value : null
}

export function forgetKept(reply: FastifyReply, purpose: Purpose, config: CookieConfig): void {
  reply.clearCookie(cookieName(purpose, config), cookieAttributes(config))
}
