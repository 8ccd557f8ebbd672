/** Choosing and opening a team, and a user's settings in it (spec sections 4 and 7). */

import { AppError } from '@muster/contract/errors'
import type { Language } from '@muster/contract/paging'
import { mayExport } from '@muster/contract/roles/may-export'
import type { CurrentUser, Team, UserTeamData } from '@muster/contract/teams/teams.schema'
import type { CollectionModel, Deps, TeamModel } from '../../engine/public.ts'
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
  listTeamData,
  listTeams,
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
  async function currentUser(
    user: SessionUser,
    authProviderUsername: string,
    needsData: boolean,
  ): Promise<CurrentUser> {
    const requested = authProviderUsername.toLowerCase()
    if (requested !== 'me' && requested !== user.email) throw new AppError('not_found')
    const [teamData, roleLinks] = needsData
      ? await Promise.all([listTeamData(pool, user.userId), listRoleLinks(pool, user.userId)])
      : [[], []]
    return {
      simplyUser: {
        userId: user.userId,
        primaryEmailAddress: user.email,
        name: user.name,
        isSysAdmin: user.isSysAdmin,
      },
      teamDataResult: teamData.map((data) => withExportRight(data, roleLinks)),
      defaultUserPicture,
      defaultTeamPicture,
      roleLinks,
    }
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
      .filter((collection) => !collection.isInternalConfiguration && canRead(model, teamUser, collection))
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
    all: () => listTeams(pool),
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

function withExportRight(
  { exportRoleIds, ...data }: TeamDataRow,
  roleLinks: readonly RoleLink[],
): UserTeamData {
  const userRoleIds = roleLinks
    .filter(({ TeamId }) => TeamId === data.TeamId)
    .map(({ userRoleId }) => userRoleId)
  return { ...data, mayExport: mayExport({ isTeamAdmin: data.isTeamAdmin, userRoleIds }, exportRoleIds) }
}

/** Whether one of the user's roles permits reading anything in the collection's tree. */
function canRead(model: TeamModel, teamUser: TeamUser, collection: CollectionModel): boolean {
  if (teamUser.isTeamAdmin) return true
  return teamUser.userRoleIds.some((roleId) =>
    model.roles.get(roleId)?.dataGrants.some((grant) => {
      if (grant.permission !== 'read_data_field_data' || grant.dataWizardId !== null) return false
      const target =
        grant.dataFieldId === null
          ? grant.dataCollectionId
          : (model.fields.get(grant.dataFieldId)?.dataCollectionId ?? 0)
      return target === null || model.collections.get(target)?.homeId === collection.homeId
    }),
  )
}
