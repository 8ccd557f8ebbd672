/** The built-in collection of the team's users, to which `currentUser` can be compared. */
import { memberColumns } from '@muster/contract/projects/projects.rules'
import type { TeamModel } from './model.ts'

/** The column with the team user, if the collection is that of the team's users. */
export function userColumnOf(model: TeamModel, dataCollectionId: number): string | undefined {
  const collection = model.collections.get(dataCollectionId)
  const isOfUsers = collection?.isInternalConfiguration && collection.representsPeople
  return isOfUsers && collection.fieldsByColumn.has(memberColumns.teamUser)
    ? memberColumns.teamUser
    : undefined
}
