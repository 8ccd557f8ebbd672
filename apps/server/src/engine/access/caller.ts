/**
 * Who acts on records. A person or a program with their token has the access of their roles; a wizard run, a visitor
 * and the system itself have the access that was named for them, and no other.
 */
import type { Filter } from '@muster/contract/filters/ast'
import type { DataPermission } from '@muster/contract/roles/permissions'
import type { TeamUser } from '../../platform/http/context.ts'
import type { DataGrant } from '../model/model.ts'

/** An active user of the team, with the data permissions of their roles. */
export type TeamUserCaller = Pick<TeamUser, 'kind' | 'teamUserId' | 'isTeamAdmin' | 'userRoleIds'>

/** A program that acts with a token of a team user: what their roles allow, as far as the token's scope goes. */
export interface ApiTokenCaller extends Omit<TeamUserCaller, 'kind'> {
  kind: 'api_token'
  id: number
  scope: TokenScope
}

export interface TokenScope {
  permissions: readonly DataPermission[]
  /** Root collections the token reaches; null for all of them. */
  dataCollectionIds: readonly number[] | null
}

/** A caller whose access is compiled from what was named: a run of a wizard, a visitor, a task of the system. */
export interface NamedCaller {
  kind: 'wizard_run' | 'visitor' | 'system'
  /** Id of the run or of the visit; null for the system. */
  id: number | null
  /** The team user it acts for, as records and history name them; 0 for none. */
  teamUserId: number
  access: NamedAccess
}

export type Caller = TeamUserCaller | ApiTokenCaller | NamedCaller

/** Grants that do not come from roles. */
export interface NamedAccess {
  grants: readonly DataGrant[]
  /** Equal for equal grants. */
  key: string
}

/** One permission on a field, a collection (a child means its members), or the whole team. */
export interface NamedGrant {
  permission: DataPermission
  dataCollectionId?: number
  dataFieldId?: number
  /** Only on these records. */
  rows?: Filter
}

/** @param named what may be done where; anything else is refused as if it did not exist */
export function namedAccess(named: readonly NamedGrant[]): NamedAccess {
  const grants = named.map(
    ({ permission, dataCollectionId = null, dataFieldId = null, rows = null }): DataGrant => ({
      permission,
      dataCollectionId,
      dataFieldId,
      dataWizardId: null,
      rowFilter: rows,
    }),
  )
  return { grants, key: JSON.stringify(grants) }
}

/** The system at work for a team user, with no more access than a task of its own needs. */
export function systemFor(teamUserId: number, named: readonly NamedGrant[]): NamedCaller {
  return { kind: 'system', id: null, teamUserId, access: namedAccess(named) }
}

/** Every permission on the records of a collection's tree, or on the whole team. */
export function allOn(dataCollectionId?: number): NamedGrant[] {
  const target = dataCollectionId === undefined ? {} : { dataCollectionId }
  const permissions: readonly DataPermission[] = [
    'read_data_field_data',
    'update_data_field_data',
    'delete_data_records',
    'read_data_record_metadata',
  ]
  return permissions.map((permission) => ({ permission, ...target }))
}

/** Smart collections, row rules and public views: what the team itself decides sees all data. Nobody acts as this. */
export const everything: NamedCaller = { ...systemFor(0, allOn()) }

/** Whether no rule limits the caller: a team admin in person. */
export function isUnlimited(caller: Caller): boolean {
  return caller.kind === 'team_user' && caller.isTeamAdmin
}

/** Callers with equal keys have equal access in one version of a team's model. */
export function accessKey(caller: Caller): string {
  if ('access' in caller) return caller.access.key
  const roles = caller.isTeamAdmin ? 'admin' : [...caller.userRoleIds].sort().join()
  return caller.kind === 'api_token' ? `${roles} ${JSON.stringify(caller.scope)}` : roles
}

/** A caller other than a team user as `operation.actor` and `file.owner` hold it, or null: text of a JSON object. */
export function actorText(caller: Caller): string | null {
  if (caller.kind === 'team_user') return null
  return JSON.stringify({ kind: caller.kind, id: caller.id })
}

/** Whether a caller did an operation, by who its row names. A team user did what their programs and tasks did, too. */
export function isOwnOperation(
  caller: Caller,
  { teamUserId, actor }: { teamUserId: number | null; actor: { kind: string; id: number | null } | null },
): boolean {
  if (caller.kind === 'team_user') return teamUserId === caller.teamUserId
  const isSameActor = actor?.kind === caller.kind && actor.id === caller.id
  return isSameActor && teamUserId === (caller.teamUserId || null)
}

/** Whether the caller uploaded a file. */
export function isOwnFile(
  caller: Caller,
  file: { createdBy: number | null; owner: { kind: string; id: number | null } | null },
): boolean {
  if (caller.kind === 'team_user' || caller.kind === 'api_token')
    return file.owner === null && file.createdBy === caller.teamUserId
  return caller.id !== null && file.owner?.kind === caller.kind && file.owner.id === caller.id
}
