/** Routes for sign-in, sessions and passwords. */

import type { authApi } from '@muster/contract/auth/auth.api'
import { brands } from '../../../../../brands/brands.ts'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { systemSettings } from '../settings/public.ts'
import { authService } from './auth.service.ts'
import { createAuthLibrary } from './library.ts'
import { oidcService } from './oidc.service.ts'
import { keepOidcRequest, takeOidcRequest } from './oidc-request.ts'
import { secondFactorRoutes } from './second-factor.routes.ts'
import { seeAs, stopSeeingAs } from './see-as.service.ts'
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts'
import { endSession, ownSessions, prolongSession, revokeSession, sessionOf } from './sessions.ts'
import { sessionCookieSetter, visitOf } from './sign-in-reply.ts'

export function authRoutes(deps: Deps) {
  const { config } = deps
  const library = createAuthLibrary(deps)
  const auth = authService(deps, library)
  const oidc = oidcService(deps, library)
  const withSessionCookie = sessionCookieSetter(deps)
  return {
    ...secondFactorRoutes(deps),
    session: async (_input, { user, request, reply }) => {
      const settings = await systemSettings(deps.pool)
      const longer = user && (await prolongSession(deps, user, settings))
      if (longer) setSessionCookie(reply, longer.token, longer.seconds, config)
      const session = user && (await sessionOf(deps, user.userId))
      const { minPasswordLength, isOidcOn, oidcLabels } = settings
      return {
        session,
        enumAppBrandId: brandOfHost(request.hostname),
        minPasswordLength,
        oidcLabels: isOidcOn ? oidcLabels : null,
      }
    },
    signIn: async ({ body }, context) => ({
      session: withSessionCookie(
        context.reply,
        await auth.signIn(body, visitOf(context, config), context.language),
      ),
    }),
    startOidc: async ({ body }, { reply }) => {
      const { request, url } = await oidc.start(body)
      keepOidcRequest(reply, request, config)
      return { url }
    },
    finishOidc: async ({ body }, context) => {
      const { reply } = context
      const request = takeOidcRequest(context.request, reply, config)
      const { signedIn, redirect } = await oidc.finish(body, request, visitOf(context, config))
      return { session: withSessionCookie(reply, signedIn), redirect }
    },
    signUp: async ({ body: { language, ...account } }) => {
      await auth.signUp(account, language)
      return { isVerificationSent: true }
    },
    verifyEmail: async ({ body }, context) => {
      const signedIn = await auth.verifyEmail(body.token, context.user, visitOf(context, config))
      if (signedIn) return { session: withSessionCookie(context.reply, signedIn) }
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
    resetLink: async ({ query }) => {
      await auth.checkResetLink(query.token)
      return { isValid: true }
    },
    resetPassword: async ({ body }) => {
      await auth.resetPassword(body.token, body.password)
      return { isReset: true }
    },
    setupLink: async ({ params, query }) => {
      await auth.checkSetupLink(params.userId, query.token)
      return { isValid: true }
    },
    setupPassword: async ({ params, body }, context) => ({
      session: withSessionCookie(
        context.reply,
        await auth.setupPassword(params.userId, body.token, body.password, visitOf(context, config)),
      ),
    }),
    changePassword: async ({ body }, context) => {
      await auth.changePassword(context.user, body, visitOf(context, config))
      return { isChanged: true }
    },
    sessions: async (_input, { user }) => ({ items: await ownSessions(deps, user) }),
    revokeSession: async ({ params }, { user }) => {
      await revokeSession(deps, user, params.sessionId)
      return { id: params.sessionId }
    },
    seeAs: async ({ body }, { user, teamUser }) => ({ name: await seeAs(deps, user, teamUser, body) }),
    stopSeeingAs: async (_input, { user }) => ({ teamId: await stopSeeingAs(deps, user) }),
    signOut: async (_input, { user, reply }) => {
      clearSessionCookie(reply, config)
      if (user) await endSession(deps, user.userId, user.sessionId)
      return { isSignedOut: true }
    },
  } satisfies Partial<Handlers<typeof authApi>>
}

/** Before a team is chosen, the host determines the brand. */
function brandOfHost(host: string): number {
  return Object.values(brands).find((brand) => brand.defaultHost === host)?.id ?? 1
}
