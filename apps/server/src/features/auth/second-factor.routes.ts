/** Routes for the second factor. */

import type { secondFactorApi } from '@muster/contract/auth/second-factor.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { secondFactorService } from './second-factor.service.ts'
import { pendingSignIn, replySignedIn, visitOf } from './sign-in-reply.ts'

export function secondFactorRoutes(deps: Deps): Handlers<typeof secondFactorApi> {
  const { config } = deps
  const secondFactor = secondFactorService(deps)
  return {
    enterCode: async ({ body }, context) => {
      const pending = pendingSignIn(context.request, config)
      const signedIn = await secondFactor.finish(pending, body.code, visitOf(context, config))
      return { session: replySignedIn(context.reply, signedIn, config) }
    },
    secondFactor: (_input, { user }) => secondFactor.state(user),
    startSecondFactor: ({ body }, context) =>
      secondFactor.start(context.user, body.password, visitOf(context, config)),
    confirmSecondFactor: async ({ body }, { user }) => ({
      recoveryCodes: await secondFactor.confirm(user, body.code),
    }),
    renewRecoveryCodes: async ({ body }, context) => ({
      recoveryCodes: await secondFactor.renewRecoveryCodes(
        context.user,
        body.password,
        visitOf(context, config),
      ),
    }),
    stopSecondFactor: async ({ body }, context) => {
      await secondFactor.stop(context.user, body.password, visitOf(context, config))
      return { isOn: false }
    },
  }
}
