/** Replies to a successful sign-in. */

import type { FastifyReply } from 'fastify'
import type { Deps } from '../../engine/public.ts'
import type { PublicContext } from '../../platform/http/context.ts'
import { setSessionCookie } from './session-cookie.ts'
import type { SignedIn, Visit } from './sessions.ts'

/** @returns a function that sets the session cookie on a reply and returns the session for the API */
export function sessionCookieSetter({ config }: Pick<Deps, 'config'>) {
  return (reply: FastifyReply, { token, isRemembered, session }: SignedIn) => {
    setSessionCookie(reply, token, isRemembered, config)
    return session
  }
}

/** Where a request comes from, as shown in the user's list of sessions. */
export function visitOf({ request }: PublicContext): Visit {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}
