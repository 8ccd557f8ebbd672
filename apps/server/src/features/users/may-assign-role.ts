/**
 * Users cannot assign roles with more permissions than their own, or they could escalate their privileges.
 */

import type { DataGrant, RoleModel, TeamModel } from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'

type Assigner = Pick<TeamUser, 'isTeamAdmin' | 'userRoleIds'>

/**
 * Whether the assigner's active roles cover every permission of the role, with the same or wider targets and
 * records.
 */
export function mayAssignRole(model: TeamModel, assigner: Assigner, role: RoleModel): boolean {
  if (assigner.isTeamAdmin) return true
  const own = [...model.roles.values()].filter(
    ({ id, isActive }) => isActive && assigner.userRoleIds.includes(id),
  )
  const features = new Set(own.flatMap(({ featurePermissions }) => featurePermissions))
  const grants = own.flatMap(({ dataGrants }) => dataGrants)
  return (
    role.featurePermissions.every((permission) => features.has(permission)) &&
    role.dataGrants.every((given) => grants.some((grant) => isWithin(model, given, grant)))
  )
}

/** Filters are compared as JSON, so that equivalent but unequal ones count as different. */
function isWithin(model: TeamModel, given: DataGrant, grant: DataGrant): boolean {
  const hasRows =
    grant.rowFilter === null || JSON.stringify(grant.rowFilter) === JSON.stringify(given.rowFilter)
  return given.permission === grant.permission && hasRows && isTargetWithin(model, given, grant)
}

function isTargetWithin(model: TeamModel, given: DataGrant, grant: DataGrant): boolean {
  if (grant.dataWizardId !== null) return grant.dataWizardId === given.dataWizardId
  if (grant.dataFieldId !== null) return grant.dataFieldId === given.dataFieldId
  if (grant.dataCollectionId === null) return true
  const field = given.dataFieldId === null ? undefined : model.fields.get(given.dataFieldId)
  const collectionId = given.dataCollectionId ?? field?.dataCollectionId
  if (collectionId === undefined) return false
  // A grant for a root covers its whole tree, one for a child only that child.
  return (
    collectionId === grant.dataCollectionId ||
    model.collections.get(collectionId)?.homeId === grant.dataCollectionId
  )
}
