import type { rolesApi } from '@muster/contract/roles/roles.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { rolesService } from './roles.service.ts'

export function rolesRoutes(deps: Deps): Handlers<typeof rolesApi> {
  const roles = rolesService(deps)
  return {
    list: ({ params }) => roles.list(params.teamId),
    get: ({ params }) => roles.get(params.teamId, params.userRoleId),
    create: ({ body }, { teamUser }) => roles.create(teamUser, body),
    update: ({ params, body }, { teamUser }) => roles.update(teamUser, params.userRoleId, body),
    setDataPermissions: ({ params, body }, { teamUser }) =>
      roles.setDataPermissions(teamUser, params.userRoleId, body),
    remove: async ({ params }, { teamUser }) => {
      await roles.remove(teamUser, params.userRoleId)
      return { id: params.userRoleId }
    },
    explain: ({ body }, { teamUser }) => roles.explain(teamUser, body),
  }
}
