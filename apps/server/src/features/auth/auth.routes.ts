/** Binds sign-in and everything around it; the cookie is set and cleared here and nowhere else. */
import type { authApi } from '@muster/contract/auth/auth.api'
import type { FastifyReply } from 'fastify'
import { brands } from '../../../../../brands/brands.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import type { PublicContext } from '../../platform/http/context.ts'
import { acceptInvitation, showInvitation } from '../users/invitations.service.ts'
import { authService } from './auth.service.ts'
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts'
import {
  endSession,
  ownSessions,
  prolongSession,
  revokeSession,
  type SignedIn,
  sessionOf,
  type Visit,
} from './sessions.ts'

export function authRoutes(deps: Deps): Handlers<typeof authApi> {
  const { config } = deps
  const auth = authService(deps)
  const welcome = (reply: FastifyReply, { token, isRemembered, session }: SignedIn) => {
    setSessionCookie(reply, token, isRemembered, config)
    return session
  }
  return {
    session: async (_input, { user, request, reply }) => {
      const token = user && (await prolongSession(deps, user))
      if (token) setSessionCookie(reply, token, true, config)
      return {
        session: user && (await sessionOf(deps, user.userId)),
        enumAppBrandId: brandOfHost(request.hostname),
      }
    },
    signIn: async ({ body }, context) => ({
      session: welcome(context.reply, await auth.signIn(body, visitOf(context), context.language)),
    }),
    signUp: async ({ body: { language, ...account } }) => {
      await auth.signUp(account, language)
      return { isVerificationSent: true }
    },
    verifyEmail: async ({ body }, context) => {
      const signedIn = await auth.verifyEmail(body.token, context.user, visitOf(context))
      if (signedIn) return { session: welcome(context.reply, signedIn) }
      return { session: await sessionOf(deps, context.user!.userId) }
    },
    resendVerification: async ({ body }) => {
      await auth.resendVerification(body.email, body.language)
      return { isSent: true }
    },
    forgotPassword: async ({ body }) => {
      await auth.forgotPassword(body.email, body.language)
      return { isSent: true }
    },
    resetPassword: async ({ body }) => {
      await auth.resetPassword(body.token, body.password)
      return { isReset: true }
    },
    invitation: ({ params, query }) => showInvitation(deps, params.userId, query.token),
    acceptInvitation: async ({ params, body }, context) => {
      const { signedIn, teamId } = await acceptInvitation(deps, params.userId, body, visitOf(context))
      return { session: welcome(context.reply, signedIn), teamId }
    },
    setupPassword: async ({ params, body }, context) => ({
      session: welcome(
        context.reply,
        await auth.setupPassword(params.userId, body.token, body.password, visitOf(context)),
      ),
    }),
    changePassword: async ({ body }, context) => {
      await auth.changePassword(context.user, body, visitOf(context))
      return { isChanged: true }
    },
    sessions: async (_input, { user }) => ({ items: await ownSessions(deps, user) }),
    revokeSession: async ({ params }, { user }) => {
      await revokeSession(deps, user, params.sessionId)
      return { id: params.sessionId }
    },
    signOut: async (_input, { user, reply }) => {
      clearSessionCookie(reply, config)
      if (user) await endSession(deps, user.userId, user.sessionId)
      return { isSignedOut: true }
    },
  }
}

function visitOf({ request }: PublicContext): Visit {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}

/** Before a team is chosen, the host decides on the brand. */
function brandOfHost(host: string): number {
  return Object.values(brands).find((brand) => brand.defaultHost === host)?.id ?? 1
}
