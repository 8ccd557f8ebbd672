/** Replies to a successful sign-in. */

import type { Session } from '@muster/contract/auth/session.schema'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../engine/public.ts'
import type { Config } from '../../platform/config.ts'
import type { PublicContext } from '../../platform/http/context.ts'
import { deviceOf, rememberDevice } from './device-cookie.ts'
import { setSessionCookie } from './session-cookie.ts'
import type { PendingSignIn, SignedIn, SignInResult, Visit } from './sessions.ts'
import { forgetKept, keepShortly, keptShortly } from './short-cookie.ts'

/** How long somebody may take to enter a code. */
const codeSeconds = 10 * 60

/**
 * @returns a function that sets the cookies of session and device on a reply and returns the session for the API; null
 *   if a code is needed first, for which a cookie remembers who is signing in
 */
export function sessionCookieSetter({ config }: Pick<Deps, 'config'>) {
  return (reply: FastifyReply, result: SignInResult): Session | null => {
    if ('pending' in result) {
      keepShortly(reply, 'code', result.pending, { seconds: codeSeconds, config })
      return null
    }
    return setCookies(reply, result, config)
  }
}

function setCookies(
  reply: FastifyReply,
  { token, rememberedSeconds, session }: SignedIn,
  config: Config,
): Session {
  setSessionCookie(reply, token, rememberedSeconds, config)
  rememberDevice(reply, session.email, config)
  return session
}

const pendingSchema = z.object({ userId: z.string(), rememberMe: z.boolean() })

/** Who is signing in in this browser and has to enter a code. */
export function pendingSignIn(request: FastifyRequest, config: Config): PendingSignIn | null {
  return keptShortly(request, 'code', pendingSchema, config)
}

/** After the code. */
export function replySignedIn(reply: FastifyReply, signedIn: SignedIn, config: Config): Session {
  forgetKept(reply, 'code', config)
  return setCookies(reply, signedIn, config)
}

/** Where a request comes from, as the list of a person's sessions shows it, and whether its device is known. */
export function visitOf({ request }: PublicContext, config: Config): Visit {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    device: deviceOf(request, config),
  }
}
