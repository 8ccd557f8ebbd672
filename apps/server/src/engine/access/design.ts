/** Who may design collections, and which data a designer can read. */
import { AppError } from '@muster/contract/errors'
import { hasPermission } from '@muster/contract/roles/permissions'
import type { TeamUser } from '../../platform/http/context.ts'
import type { TeamModel } from '../model/model.ts'
import { accessTo, type CollectionAccess } from './access.ts'
import type { Caller } from './caller.ts'

/**
 * Whether a caller may design collections; only team users can. Designers see every definition, even of data
 * that their roles do not let them read.
 */
export function canDesign(caller: Caller): boolean {
  const isTeamUser = caller.kind === 'team_user' && 'featurePermissions' in caller
  return isTeamUser && hasPermission(caller as TeamUser, 'team_admin_data_collections')
}

/** Access to a collection, or null if the caller may read nothing in it. */
export function accessOf(
  model: TeamModel,
  caller: Caller,
  dataCollectionId: number,
): CollectionAccess | null {
  try {
    return accessTo(model, caller, dataCollectionId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
