import { maxLogoBytes } from '@muster/contract/teams/account.schema'
import type { teamsApi } from '@muster/contract/teams/teams.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { bodyOf, sendFile } from '../files/public.ts'
import { account, updateAccount } from './account.service.ts'
import { atAGlance } from './at-a-glance.ts'
import { Logos } from './logos.ts'
import { quotaUse } from './quotas.ts'
import { teamsService } from './teams.service.ts'

export function teamsRoutes(deps: Deps): Handlers<typeof teamsApi> {
  const teams = teamsService(deps)
  const logos = new Logos(deps)
  return {
    byAuthProvider: async ({ params, query }, { user, teamUserOf }) => {
      // Not found when they are no longer in it.
      const seen = user.seesTeamId === null ? null : await teamUserOf(user.seesTeamId).catch(() => null)
      return teams.currentUser(user, params.authProviderUsername, query.needData === '1', seen)
    },
    headerBarMenu: async ({ query }, { teamUserOf }) => ({
      TeamAppHeaderBarMenu: await teams.headerBarMenu(await teamUserOf(query.idTeam)),
    }),
    teamUsers: async (_input, { user }) => ({ result: await teams.colleagues(user) }),
    get: ({ params }) => teams.team(params.teamId),
    account: ({ params }) => account(deps, params.teamId),
    quotas: async ({ params }) => {
      const { quotas } = await deps.models.get(params.teamId)
      return { quotas, use: await quotaUse(deps, params.teamId) }
    },
    update: ({ body }, { teamUser }) => updateAccount(deps, teamUser, body),
    uploadLogo: ({ params, query }, { teamUser, request }) =>
      logos.replace(teamUser, params.logo, query.name, bodyOf(request, maxLogoBytes)),
    removeLogo: ({ params }, { teamUser }) => logos.remove(teamUser, params.logo),
    logo: async ({ params }, { request, reply }) => {
      const file = await logos.find(params.teamId, params.fileId)
      await sendFile(request, reply, logos.store, params.teamId, file, false)
      return undefined
    },
    open: async (_input, { teamUser }) => ({ lastOpened: await teams.open(teamUser) }),
    preferences: async ({ body }, { teamUser }) => ({
      InterfaceLanguage: await teams.setInterfaceLanguage(teamUser, body.InterfaceLanguage),
    }),
    getSetting: async ({ params }, { teamUser }) => ({ value: await teams.setting(teamUser, params.key) }),
    putSetting: async ({ params, body }, { teamUser }) => ({
      value: await teams.saveSetting(teamUser.teamUserId, params.key, body.value),
    }),
    atAGlance: (_input, { teamUser }) => atAGlance(deps, teamUser),
    people: async ({ params }) => ({ items: await teams.people(params.teamId) }),
  }
}
