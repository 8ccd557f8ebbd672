import type { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { sysAdminService } from './sysAdmin.service.ts'

export function sysAdminRoutes(deps: Deps): Handlers<typeof sysAdminApi> {
  const sysAdmin = sysAdminService(deps)
  return {
    warnings: async () => ({ items: deps.warnings.list() }),
    teams: async () => ({ items: await sysAdmin.teams() }),
    createTeam: ({ body }, { user }) => sysAdmin.newTeam(user, body),
    users: async () => ({ items: await sysAdmin.users() }),
    createUser: ({ body }) => sysAdmin.newUser(body),
  }
}
