/** The numbers of the admin dashboard, which contain no records. */

import { hasPermission } from '@muster/contract/roles/permissions'
import type { Glance } from '@muster/contract/teams/teams.schema'
import type { CollectionModel, Deps, TeamModel } from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { sumFiles } from '../files/public.ts'
import {
  countRecords,
  countUsers,
  countWorkOfPlatform,
  countWorkOfTeam,
  type RecordCount,
  tableSizes,
} from './at-a-glance.repo.ts'

const maxCollections = 5

/** Each part requires permission to administer it. */
export async function atAGlance(
  { pool, models }: Pick<Deps, 'pool' | 'models'>,
  teamUser: TeamUser,
): Promise<Glance> {
  const [data, users] = await Promise.all([
    hasPermission(teamUser, 'team_admin_data_collections')
      ? dataOf(pool, await models.get(teamUser.teamId))
      : null,
    hasPermission(teamUser, 'team_admin_users') ? countUsers(pool, teamUser.teamId) : null,
  ])
  return { data, users }
}

async function dataOf(pool: Deps['pool'], model: TeamModel): Promise<NonNullable<Glance['data']>> {
  const [counts, tables, files, ofTeam, ofPlatform] = await Promise.all([
    countRecords(pool, model.schema),
    tableSizes(pool, model.schema),
    sumFiles(pool, model.schema),
    countWorkOfTeam(pool, model.schema),
    countWorkOfPlatform(pool, model.teamId),
  ])
  const living = [...model.collections.values()].filter(({ deletedAt }) => !deletedAt)
  const own = living.filter((one) => !one.isInternalConfiguration && !one.isUsedAsCustomList)
  const bytesOf = new Map(tables.map(({ name, bytes, indexBytes }) => [name, bytes + indexBytes]))
  return {
    collections: own.length,
    smartCollections: own.filter(({ isSmartCollection }) => isSmartCollection).length,
    customLists: living.filter(({ isUsedAsCustomList }) => isUsedAsCustomList).length,
    records: counts && sumOf(counts, own),
    storage: {
      tables: sum(tables.map(({ bytes }) => bytes)),
      indexes: sum(tables.map(({ indexBytes }) => indexBytes)),
      files: files.bytes,
    },
    fileCount: files.count,
    indexCount: sum(tables.map(({ indexes }) => indexes)),
    biggest: own
      .filter(({ parentId }) => parentId === null)
      .map(({ id, tableName }) => ({
        dataCollectionId: id,
        records: counts ? (counts.get(id)?.count ?? 0) : null,
        bytes: bytesOf.get(tableName) ?? 0,
      }))
      .sort((a, b) => b.bytes - a.bytes || a.dataCollectionId - b.dataCollectionId)
      .slice(0, maxCollections),
    work: {
      running: ofTeam.running + ofPlatform.running,
      failed: ofTeam.failed + ofPlatform.failed,
    },
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

function sumOf(counts: ReadonlyMap<number, RecordCount>, collections: readonly CollectionModel[]) {
  const found = collections.flatMap(({ id }) => counts.get(id) ?? [])
  return { count: sum(found.map(({ count }) => count)), inTrash: sum(found.map(({ inTrash }) => inTrash)) }
}
