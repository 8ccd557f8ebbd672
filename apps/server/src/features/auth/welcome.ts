/** What happens to the browser of a person who has just signed in. */

import type { FastifyReply } from 'fastify'
import type { Deps } from '../../engine/public.ts'
import type { PublicContext } from '../../platform/http/context.ts'
import { setSessionCookie } from './session-cookie.ts'
import type { SignedIn, Visit } from './sessions.ts'

/** Sets the session cookie of a reply. @returns the session, as the API describes it */
export function welcomer({ config }: Pick<Deps, 'config'>) {
  return (reply: FastifyReply, { token, isRemembered, session }: SignedIn) => {
    setSessionCookie(reply, token, isRemembered, config)
    return session
  }
}

/** Where a request comes from, as the list of a person's sessions shows it. */
export function visitOf({ request }: PublicContext): Visit {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}
