/** Synchronizes member records, to which tasks are assigned, with the users of the team. */

import { memberColumns } from '@muster/contract/projects/projects.rules'
import { allOn, bulk, type Deps, systemFor, type TeamModel, treeContext } from '../../engine/public.ts'
import { type Member, type MemberRecord, memberRecords, teamMembers } from './projects.repo.ts'

/** The records by team user, and the values in which they differ from the users. */
export async function compareMembers(
  { pool }: Pick<Deps, 'pool'>,
  model: TeamModel,
  dataCollectionId: number,
) {
  const [members, records] = await Promise.all([
    teamMembers(pool, model.teamId),
    memberRecords(pool, model, dataCollectionId),
  ])
  return { byTeamUser: byTeamUser(records), ...differences(members, records) }
}

/**
 * Writes the differences in one operation. If two run concurrently, the second finds that its records exist,
 * and skips them.
 *
 * @returns ids of the records by team user
 */
export async function syncMembers(
  deps: Pick<Deps, 'pool' | 'live' | 'jobs'>,
  model: TeamModel,
  dataCollectionId: number,
): Promise<Map<number, number>> {
  const { byTeamUser: known, create, update } = await compareMembers(deps, model, dataCollectionId)
  if (create.length + update.length === 0) return known
  // As the system, so that no user can undo it.
  const system = systemFor(0, allOn(dataCollectionId))
  const context = treeContext({ model, caller: system, executor: deps.pool }, dataCollectionId)
  await bulk(deps, context, { create, update, skipBad: true })
  return byTeamUser(await memberRecords(deps.pool, model, dataCollectionId))
}

const byTeamUser = (records: readonly MemberRecord[]): Map<number, number> =>
  new Map(records.flatMap(({ id, teamUser }) => (teamUser === null ? [] : [[teamUser, id]])))

function differences(members: readonly Member[], records: readonly MemberRecord[]) {
  const known = new Map(records.map((record) => [record.teamUser, record]))
  const create: { values: Record<string, unknown> }[] = []
  const update: { id: number; values: Record<string, unknown> }[] = []
  for (const member of members) {
    const record = known.get(member.teamUser)
    const values = { [memberColumns.name]: member.name, [memberColumns.isActive]: member.isActive }
    if (!record) create.push({ values: { ...values, [memberColumns.teamUser]: member.teamUser } })
    else if (record.name !== member.name || record.isActive !== member.isActive) {
      update.push({ id: record.id, values })
    }
  }
  // Users who were removed from the team keep their record, but become inactive.
  const present = new Set(members.map(({ teamUser }) => teamUser))
  for (const { id, teamUser, isActive } of records) {
    if (teamUser !== null && !present.has(teamUser) && isActive) {
      update.push({ id, values: { [memberColumns.isActive]: false } })
    }
  }
  return { create, update }
}
