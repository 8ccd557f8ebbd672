/** Who designs collections, and what a designer sees of the data. */
import { AppError } from '@muster/contract/errors'
import { hasPermission } from '@muster/contract/roles/permissions'
import type { TeamUser } from '../../platform/http/context.ts'
import type { TeamModel } from '../model/model.ts'
import { accessTo, type CollectionAccess } from './access.ts'

/** Whether a team user designs collections. Designers see every definition, whatever data their roles let them read. */
export function canDesign(teamUser: TeamUser): boolean {
  return hasPermission(teamUser, 'team_admin_data_collections')
}

/** Access to a collection, or null if the caller may read nothing of it. */
export function accessOf(
  model: TeamModel,
  teamUser: TeamUser,
  dataCollectionId: number,
): CollectionAccess | null {
  try {
    return accessTo(model, teamUser, dataCollectionId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
