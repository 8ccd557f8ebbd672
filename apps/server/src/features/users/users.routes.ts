import type { usersApi } from '@muster/contract/users/users.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { usersService } from './users.service.ts'

export function usersRoutes(deps: Deps): Handlers<typeof usersApi> {
  const users = usersService(deps)
  return {
    list: async ({ params }) => ({ items: await users.list(params.teamId) }),
    invite: ({ body }, { teamUser }) => users.invite(teamUser, body),
    resendInvitation: ({ params }, { teamUser }) => users.resendInvitation(teamUser, params.teamUserId),
    cancelInvitation: async ({ params }, { teamUser }) => {
      await users.cancel(teamUser, params.teamUserId)
      return { id: params.teamUserId }
    },
    deactivate: ({ params }, { teamUser }) => users.deactivate(teamUser, params.teamUserId),
    reactivate: ({ params }, { teamUser }) => users.reactivate(teamUser, params.teamUserId),
  }
}
