/** Choosing and opening a team, and a user's settings in it (spec sections 4 and 7). */

import { AppError } from '@muster/contract/errors'
import type { Language } from '@muster/contract/paging'
import { mayExport } from '@muster/contract/roles/may-export'
import type { CurrentUser, Team, UserTeamData } from '@muster/contract/teams/teams.schema'
import { accessOf, type Deps } from '../../engine/public.ts'
import type { SessionUser, TeamUser } from '../../platform/http/context.ts'
import { defaultTeamPicture, defaultUserPicture } from './default-pictures.ts'
import {
  countSettings,
  deleteSetting,
  findSetting,
  findTeam,
  listLinksOfColleagues,
  listPeople,
  listRoleLinks,
  listRoles,
  listTeamData,
  putSetting,
  type RoleLink,
  setLanguage,
  type TeamDataRow,
  touchOpened,
} from './teams.repo.ts'

/** Far above the number of screens, which store a setting each. */
const maxSettings = 500
const maxSettingLength = 50_000

export function teamsService({ pool, models }: Pick<Deps, 'pool' | 'models'>) {
  /** @param seen the caller in the team that they see as somebody else */
  async function currentUser(
    user: SessionUser,
    authProviderUsername: string,
    needsData: boolean,
    seen: TeamUser | null,
  ): Promise<CurrentUser> {
    const requested = authProviderUsername.toLowerCase()
    if (requested !== 'me' && requested !== user.email) throw new AppError('not_found')
    const [teamData, ownLinks] = needsData
      ? await Promise.all([listTeamData(pool, user.userId), listRoleLinks(pool, user.userId)])
      : [[], []]
    const roleLinks = needsData && seen?.seenAs ? await withSeen(ownLinks, seen) : ownLinks
    return {
      simplyUser: {
        userId: user.userId,
        primaryEmailAddress: user.email,
        name: user.name,
        isSysAdmin: user.isSysAdmin,
      },
      teamDataResult: teamData.map((data) =>
        withExportRight(data, roleLinks, data.TeamId === seen?.teamId ? seen : null),
      ),
      defaultUserPicture,
      defaultTeamPicture,
      roleLinks,
    }
  }

  async function withSeen(own: readonly RoleLink[], { teamId, userRoleIds }: TeamUser): Promise<RoleLink[]> {
    const others = own.filter(({ TeamId }) => TeamId !== teamId)
    return [...others, ...(await listRoles(pool, teamId, userRoleIds))]
  }

  async function team(teamId: number): Promise<Team> {
    const found = await findTeam(pool, teamId)
    if (!found) throw new AppError('not_found')
    return found
  }

  /** The collections of the sidebar that the user may read, by name. */
  async function headerBarMenu(teamUser: TeamUser) {
    const model = await models.get(teamUser.teamId)
    return [...model.collections.values()]
      .filter((collection) => collection.isShownInSidebar && !collection.deletedAt)
      .filter(
        (collection) =>
          !collection.isInternalConfiguration && accessOf(model, teamUser, collection.id) !== null,
      )
      .sort((a, b) => a.pluralName.localeCompare(b.pluralName))
      .map(({ id, pluralName, icon }) => ({ id, label: pluralName, icon, dataCollectionId: id }))
  }

  async function saveSetting(teamUserId: number, key: string, value: unknown): Promise<unknown> {
    if (value === null || value === undefined) {
      await deleteSetting(pool, teamUserId, key)
      return null
    }
    if (JSON.stringify(value).length > maxSettingLength) throw new AppError('payload_too_large')
    if ((await countSettings(pool, teamUserId, key)) >= maxSettings) throw new AppError('payload_too_large')
    await putSetting(pool, teamUserId, key, value)
    return value
  }

  return {
    currentUser,
    team,
    headerBarMenu,
    saveSetting,
    colleagues: (user: SessionUser) => listLinksOfColleagues(pool, user.userId),
    open: (teamUser: TeamUser) => touchOpened(pool, teamUser.teamUserId),
    setting: (teamUser: TeamUser, key: string) => findSetting(pool, teamUser.teamUserId, key),
    people: (teamId: number) => listPeople(pool, teamId),
    setInterfaceLanguage: (teamUser: TeamUser, language: Language | null | undefined) =>
      setLanguage(pool, teamUser.teamUserId, language),
  }
}

/** @param seen the caller as whom they see the team, if that is somebody else */
function withExportRight(
  { exportRoleIds, ...data }: TeamDataRow,
  roleLinks: readonly RoleLink[],
  seen: TeamUser | null,
): UserTeamData {
  const seenAs = seen?.seenAs ?? null
  const isTeamAdmin = seenAs ? seen!.isTeamAdmin : data.isTeamAdmin
  const userRoleIds = roleLinks
    .filter(({ TeamId }) => TeamId === data.TeamId)
    .map(({ userRoleId }) => userRoleId)
  return { ...data, isTeamAdmin, mayExport: mayExport({ isTeamAdmin, userRoleIds }, exportRoleIds), seenAs }
}
