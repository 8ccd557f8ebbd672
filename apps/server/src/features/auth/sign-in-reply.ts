/** Replies to a successful sign-in. */

import type { FastifyReply } from 'fastify'
import type { Deps } from '../../engine/public.ts'
import type { Config } from '../../platform/config.ts'
import type { PublicContext } from '../../platform/http/context.ts'
import { deviceOf, rememberDevice } from './device-cookie.ts'
import { setSessionCookie } from './session-cookie.ts'
import type { SignedIn, Visit } from './sessions.ts'

/** @returns a function that sets the cookies of session and device on a reply and returns the session for the API */
export function sessionCookieSetter({ config }: Pick<Deps, 'config'>) {
  return (reply: FastifyReply, { token, rememberedSeconds, session }: SignedIn) => {
    setSessionCookie(reply, token, rememberedSeconds, config)
    rememberDevice(reply, session.email, config)
    return session
  }
}

/** Where a request comes from, as the list of a person's sessions shows it, and whether its device is known. */
export function visitOf({ request }: PublicContext, config: Config): Visit {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    device: deviceOf(request, config),
  }
}
