/** Endpoints for invited persons. */

import type { authApi } from '@muster/contract/auth/auth.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { sessionCookieSetter, visitOf } from '../auth/public.ts'
import { acceptInvitation, showInvitation } from './invitations.service.ts'

export function invitationsRoutes(deps: Deps) {
  const withSessionCookie = sessionCookieSetter(deps)
  return {
    invitation: ({ params, query }, { user }) => showInvitation(deps, params.userId, query.token, user),
    acceptInvitation: async ({ params, body }, context) => {
      const from = { visit: visitOf(context, deps.config), user: context.user }
      const { signedIn, teamId } = await acceptInvitation(deps, params.userId, body, from)
      return { session: withSessionCookie(context.reply, signedIn), teamId }
    },
  } satisfies Partial<Handlers<typeof authApi>>
}
