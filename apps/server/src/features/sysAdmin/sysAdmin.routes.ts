import type { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { disposition } from '../files/public.ts'
import { settingsView } from '../settings/public.ts'
import { eraseUser, exportUser } from './personal-data.service.ts'
import { sysAdminService, systemWarnings, updateSettings } from './sysAdmin.service.ts'
import { teamLifeService } from './team-life.service.ts'
import { systemUsersService } from './users.service.ts'

export function sysAdminRoutes(deps: Deps): Handlers<typeof sysAdminApi> {
  const sysAdmin = sysAdminService(deps)
  const teamLife = teamLifeService(deps)
  const users = systemUsersService(deps)
  return {
    warnings: async () => ({ items: await systemWarnings(deps) }),
    teams: ({ query }) => sysAdmin.teams(query),
    createTeam: ({ body }, { user }) => sysAdmin.newTeam(user, body),
    permissions: async () => ({ items: await sysAdmin.roles() }),
    users: ({ query }) => sysAdmin.users(query),
    createUser: ({ body }) => sysAdmin.newUser(body),
    updateTeam: ({ params, body }) => teamLife.update(params.teamId, body),
    teamUse: ({ params }) => teamLife.use(params.teamId),
    suspendTeam: ({ params }) => teamLife.suspend(params.teamId),
    resumeTeam: ({ params }) => teamLife.resume(params.teamId),
    removeTeam: ({ params, body }) => teamLife.remove(params.teamId, body.name),
    restoreTeam: ({ params }) => teamLife.restore(params.teamId),
    updateUser: ({ params, body }, { user }) => users.update(user, params.userId, body),
    lockUser: ({ params }, { user }) => users.lock(user, params.userId),
    unlockUser: ({ params }) => users.unlock(params.userId),
    removeSecondFactor: ({ params }) => users.removeSecondFactor(params.userId),
    sendPasswordMail: async ({ params }, { language }) => {
      await users.sendPasswordMail(params.userId, language)
      return { isSent: true }
    },
    exportUser: async ({ params }, { reply }) => {
      const file = await exportUser(deps, params.userId)
      await reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-disposition', disposition('attachment', `account ${params.userId}.json`))
        .header('cache-control', 'private, no-store')
        .send(file)
      return undefined
    },
    eraseUser: async ({ params, body }, { user }) => {
      await eraseUser(deps, user, params.userId, body.email)
      return undefined
    },
    sessions: async ({ params }) => ({ items: await users.sessions(params.userId) }),
    endSessions: async ({ params, body }, { user }) => ({
      count: await users.endSessions(user, params.userId, body.sessionId),
    }),
    settings: () => settingsView(deps, deps.pool),
    updateSettings: ({ body }, { user }) => updateSettings(deps, user.userId, body),
  }
}
