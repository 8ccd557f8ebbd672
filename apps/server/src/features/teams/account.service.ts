/** The account of a team: its settings, who may change them, and what follows from a change. */

import { AppError } from '@muster/contract/errors'
import type { Language } from '@muster/contract/paging'
import {
  type AccountSettings,
  accountSettings,
  type TeamAccount,
  type UpdateTeam,
} from '@muster/contract/teams/account.schema'
import type { Team } from '@muster/contract/teams/teams.schema'
import { refreshCatalogue } from '../../engine/public.design.ts'
import {
  changeModel,
  type Deps,
  invalid,
  loadModel,
  type ModelChange,
  type TeamModel,
} from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import type { Executor } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { completeLists, swapItemNames } from '../lists/public.ts'
import {
  setDataLanguages,
  setExportRoles,
  swapCollectionNames,
  swapTexts,
  updateTeam,
} from './account.repo.ts'
import { findTeam } from './teams.repo.ts'

type AccountDeps = Pick<Deps, 'pool' | 'models' | 'jobs' | 'live'>

/** @throws AppError not_found */
export async function account(deps: Pick<Deps, 'pool' | 'models'>, teamId: number): Promise<TeamAccount> {
  return presented(deps.pool, await deps.models.get(teamId))
}

async function presented(executor: Executor, model: TeamModel): Promise<TeamAccount> {
  const team = await findTeam(executor, model.teamId)
  if (!team) throw new AppError('not_found')
  const roles = [...model.roles.values()]
    .map(({ id, roleName, isMember, isActive }) => ({ id, roleName, isMember, isActive }))
    .sort((a, b) => a.id - b.id)
  return { ...team, exportRoleIds: model.exportRoleIds && [...model.exportRoleIds], roles }
}

/**
 * Changes settings. The rest of the team follows in the same transaction: texts of the design when the default data
 * language changes, item names of lists with the languages, and names of records that are moments with the time zone.
 *
 * @throws AppError version_conflict, validation_failed
 */
export async function updateAccount(
  deps: AccountDeps,
  { teamId, teamUserId }: TeamUser,
  { version, ...wanted }: UpdateTeam,
): Promise<TeamAccount> {
  const { after, changedRoots } = await changeModel(deps, teamId, async (change) => {
    const before = await presented(change.client, change.model)
    if (before.version !== version) throw new AppError('version_conflict')
    checkLanguages({ ...before, ...wanted })
    checkRoles(change.model, wanted.exportRoleIds)
    const changedRoots = await apply(change, before, wanted, teamUserId, deps.jobs)
    const after = await presented(change.client, await loadModel(change.client, teamId))
    await audit(change.client, {
      teamId,
      subject: 'team',
      subjectId: teamId,
      name: after.name,
      action: 'updated',
      before: settingsOf(before),
      after: settingsOf(after),
    })
    return { after, changedRoots }
  })
  await accountChanged(deps, teamId)
  for (const id of changedRoots) deps.live.recordsChanged(teamId, id, 'all')
  return after
}

/** Announces a committed change to everyone of the team. */
export async function accountChanged({ live }: Pick<Deps, 'live'>, teamId: number): Promise<void> {
  await live.changed(teamId, { kind: 'account' })
}

function checkLanguages({ availableDataLanguages, defaultDataLanguage }: Team): void {
  if (!availableDataLanguages.includes(defaultDataLanguage))
    throw invalid('defaultDataLanguage', 'unknown_choice')
}

function checkRoles(model: TeamModel, roleIds: readonly number[] | null | undefined): void {
  const unknown = (roleIds ?? []).findIndex((id) => !model.roles.has(id))
  if (unknown >= 0) throw invalid(`exportRoleIds.${unknown}`, 'unknown_choice')
}

/** @returns the roots whose records look different afterwards */
async function apply(
  change: ModelChange,
  before: TeamAccount,
  wanted: Omit<UpdateTeam, 'version'>,
  teamUserId: number,
  jobs: Deps['jobs'],
): Promise<readonly number[]> {
  const { client } = change
  const { teamId } = before
  const after = { ...before, ...wanted }
  await updateTeam(client, teamId, wanted)
  if (wanted.exportRoleIds !== undefined) await setExportRoles(client, teamId, wanted.exportRoleIds)
  const lists = await changeLanguages(change, before, after, teamUserId)
  await change.reload()
  if (after.primaryTimezone === before.primaryTimezone) return lists
  return [...new Set([...lists, ...(await moveToZone(change, jobs))])]
}

/** @returns the custom lists whose items have other names afterwards */
async function changeLanguages(
  change: ModelChange,
  before: Team,
  after: Team,
  teamUserId: number,
): Promise<number[]> {
  const { client } = change
  const { teamId, defaultDataLanguage: from } = before
  const to = after.defaultDataLanguage
  // Names of items in the previous default language need a column, even if it is removed at the same time.
  const all = new Set([...before.availableDataLanguages, ...after.availableDataLanguages])
  await setDataLanguages(client, teamId, [...all])
  if (from !== to) {
    await swapTexts(client, teamId, from, to)
    await swapCollectionNames(client, teamId, from, to, namesIn(change.model, to))
  }
  await change.reload()
  if (from !== to || all.size > before.availableDataLanguages.length) await completeLists(change)
  const lists = from === to ? [] : await swapItemNames(change, teamUserId, from, to)
  await setDataLanguages(client, teamId, after.availableDataLanguages)
  return lists
}

/** Each collection's name in a language, or the one it has. Of living ones with the same, the later get a number. */
function namesIn({ collections }: TeamModel, language: Language): Map<number, string> {
  const taken = new Set<string>()
  const names = new Map<number, string>()
  const inOrder = [...collections.values()].sort((a, b) => a.id - b.id)
  for (const { id, name, nameTranslations, deletedAt } of inOrder) {
    const wanted = nameTranslations[language] || name
    let free = wanted
    for (let number = 2; !deletedAt && taken.has(free.toLowerCase()); number++) free = `${wanted} ${number}`
    if (!deletedAt) taken.add(free.toLowerCase())
    names.set(id, free)
  }
  return names
}

/** A record that is named by a moment has it in the team's time zone. */
async function moveToZone({ client, model }: ModelChange, jobs: Deps['jobs']): Promise<number[]> {
  const roots = [...model.collections.values()].filter(({ id, homeId }) => id === homeId)
  for (const { id, nameFieldId } of roots) {
    const nameField = nameFieldId === null ? undefined : model.fields.get(nameFieldId)
    if (nameField?.type.storage === 'timestamptz') await refreshCatalogue(client, model, id, jobs)
  }
  return roots.map(({ id }) => id)
}

/** What the log records of an account. */
function settingsOf(team: TeamAccount): Record<keyof AccountSettings, unknown> {
  const names = Object.keys(accountSettings.shape) as (keyof AccountSettings)[]
  return Object.fromEntries(names.map((name) => [name, team[name]])) as Record<keyof AccountSettings, unknown>
}
