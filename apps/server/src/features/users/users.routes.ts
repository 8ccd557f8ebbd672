import type { usersApi } from '@muster/contract/users/users.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { assignableRoles } from './assignable-roles.ts'
import { inviteSeveral } from './invite-several.ts'
import { usersService } from './users.service.ts'

export function usersRoutes(deps: Deps): Handlers<typeof usersApi> {
  const users = usersService(deps)
  return {
    list: async ({ params }) => ({ items: await users.list(params.teamId) }),
    invite: ({ body }, { teamUser }) => users.invite(teamUser, body),
    inviteSeveral: ({ body }, { teamUser }) => inviteSeveral(deps, teamUser, body),
    update: ({ params, body }, { teamUser }) => users.update(teamUser, params.teamUserId, body),
    changeMany: ({ body }, { teamUser }) => users.changeMany(teamUser, body),
    assignableRoles: async (_call, { teamUser }) => ({ items: await assignableRoles(deps, teamUser) }),
    resendInvitation: ({ params }, { teamUser }) => users.resendInvitation(teamUser, params.teamUserId),
    cancelInvitation: async ({ params }, { teamUser }) => {
      await users.cancelInvitation(teamUser, params.teamUserId)
      return { id: params.teamUserId }
    },
    deactivate: ({ params }, { teamUser }) => users.deactivate(teamUser, params.teamUserId),
    reactivate: ({ params }, { teamUser }) => users.reactivate(teamUser, params.teamUserId),
  }
}
