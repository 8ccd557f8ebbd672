/**
 * Callers: who reads and writes records. Team users and their API tokens have the access of their roles;
 * wizard runs, visitors and the system have only the access granted explicitly.
 */
import type { Filter } from '@muster/contract/filters/ast'
import type { DataPermission } from '@muster/contract/roles/permissions'
import type { TeamMember, TokenScope } from '../../platform/http/context.ts'
import type { DataGrant } from '../model/model.ts'

/** An active user of the team, with the data permissions of their roles. */
export type TeamUserCaller = Pick<
  TeamMember,
  'kind' | 'teamUserId' | 'isTeamAdmin' | 'userRoleIds' | 'seenAs'
>

/** A program with a team user's token: it may do what their roles allow within the token's scope. */
export interface ApiTokenCaller extends Omit<TeamUserCaller, 'kind'> {
  kind: 'api_token'
  id: number
  scope: TokenScope
}

/** A caller with explicit grants instead of roles: a wizard run, a visitor or a system task. */
export interface NamedCaller {
  kind: 'wizard_run' | 'visitor' | 'system'
  /** Id of the run or of the visit; null for the system. */
  id: number | null
  /** The team user it acts for, who is named in records and history; 0 for none. */
  teamUserId: number
  access: NamedAccess
}

export type Caller = TeamUserCaller | ApiTokenCaller | NamedCaller

/** Grants that do not come from roles. */
export interface NamedAccess {
  grants: readonly DataGrant[]
  /** Cache key: equal for equal grants. */
  key: string
}

/** A permission on a field, a collection (for a child: on its members) or the whole team. */
export interface NamedGrant {
  permission: DataPermission
  dataCollectionId?: number
  dataFieldId?: number
  /** Only on these records. */
  rows?: Filter
}

/** Access that consists of these grants only; everything else looks as if it did not exist. */
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

/** The system acting for a team user, with only the access that its task needs. */
export function systemFor(teamUserId: number, named: readonly NamedGrant[]): NamedCaller {
  return { kind: 'system', id: null, teamUserId, access: namedAccess(named) }
}

/** Every permission on the records of a collection's tree, or of the whole team. */
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

/**
 * Reads all data, to evaluate smart collections, row rules and public views. No request acts as this caller.
 */
export const everything: NamedCaller = { ...systemFor(0, allOn()) }

/** The team user whom `currentUser` means in conditions: for a team admin who sees the team as a user, that user. */
export function currentUserOf(caller: Caller): number {
  return ('seenAs' in caller && caller.seenAs?.teamUserId) || caller.teamUserId
}

/** Whether no rule limits the caller, which is so for team admins but not for their tokens. */
export function isUnlimited(caller: Caller): boolean {
  return caller.kind === 'team_user' && caller.isTeamAdmin
}

/** Cache key: callers with equal keys have equal access in one version of a team's model. */
export function accessKey(caller: Caller): string {
  if ('access' in caller) return caller.access.key
  const roles = caller.isTeamAdmin ? 'admin' : [...caller.userRoleIds].sort().join()
  return caller.kind === 'api_token' ? `${roles} ${JSON.stringify(caller.scope)}` : roles
}

/** The JSON text that `operation.actor` and `file.owner` store for a caller; null for a team user. */
export function actorText(caller: Caller): string | null {
  if (caller.kind === 'team_user') return null
  return JSON.stringify({ kind: caller.kind, id: caller.id })
}

/**
 * Whether an operation is the caller's own. Operations of a team user's tokens and tasks are also the user's
 * own.
 */
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
