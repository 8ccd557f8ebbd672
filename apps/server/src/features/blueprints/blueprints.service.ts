/** Lists the designs available to a team, and creates collections from them. */

import type {
  Blueprint,
  BlueprintDetail,
  CreateFromBlueprint,
} from '@muster/contract/blueprints/blueprints.schema'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { Language } from '@muster/contract/paging'
import { changeModel, type Deps, type RecordReader } from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { getCollection } from '../collections/public.ts'
import { offeredBlueprints } from './blueprints.repo.ts'
import { copyDesign } from './copy-design.ts'
import { copyItems } from './copy-items.ts'
import { canBeCopied, presentBlueprint, presentDetail, sourceOf } from './source.ts'

type BlueprintDeps = Pick<Deps, 'pool' | 'models' | 'live' | 'jobs'>

/** Blueprints of the team first, then its other collections, then the designs other teams offer. */
export async function listBlueprints(
  deps: BlueprintDeps,
  { teamId }: TeamUser,
  language: Language,
): Promise<Blueprint[]> {
  const model = await deps.models.get(teamId)
  const { compare } = new Intl.Collator(language)
  const own = [...model.collections.values()]
    .filter(canBeCopied)
    .map((collection) => presentBlueprint({ model, collection, teamName: null }))
    .sort((a, b) => Number(b.isBlueprint) - Number(a.isBlueprint) || compare(a.pluralName, b.pluralName))
  return [...own, ...(await offeredBlueprints(deps.pool, teamId))]
}

/** @throws AppError not_found */
export async function getBlueprint(
  deps: BlueprintDeps,
  reader: RecordReader,
  teamUser: TeamUser,
  sourceTeamId: number,
  dataCollectionId: number,
): Promise<BlueprintDetail> {
  return presentDetail(reader, teamUser, await sourceOf(deps, teamUser, sourceTeamId, dataCollectionId))
}

/** @throws AppError not_found, name_taken, validation_failed */
export async function createFromBlueprint(
  deps: BlueprintDeps,
  reader: RecordReader,
  teamUser: TeamUser,
  sourceTeamId: number,
  sourceId: number,
  input: CreateFromBlueprint,
): Promise<DataCollection> {
  const source = await sourceOf(deps, teamUser, sourceTeamId, sourceId)
  const { dataCollectionId, lists } = await changeModel(deps, teamUser.teamId, (change) =>
    copyDesign(change, source, input),
  )
  for (const [listId, copyId] of lists) {
    await copyItems(deps, reader, teamUser, { teamId: sourceTeamId, listId }, copyId)
  }
  return getCollection(deps, teamUser, dataCollectionId)
}
