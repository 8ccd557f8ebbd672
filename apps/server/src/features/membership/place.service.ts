/** Manual order of members: a sparse position per member. */

import { AppError } from '@muster/contract/errors'
import type { placeMemberBody } from '@muster/contract/membership/membership.schema'
import type { z } from 'zod'
import { accessTo, checkMayAssign, type Deps, invalid } from '../../engine/public.ts'
import { ident, one, rows, run, type Sql, sql, type Transaction, transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'

const gap = 1024

interface Members {
  client: Transaction
  table: Sql
  dataCollectionId: number
}

/** Members without a position come last, the oldest first. */
const inOrder = sql`nullif(position, 0) nulls last, record_id`

/**
 * @returns the member that it came after
 * @throws AppError not_found, access_denied; validation_failed for a record that is not a member
 */
export async function placeMember(
  deps: Pick<Deps, 'pool' | 'models' | 'live'>,
  teamUser: TeamUser,
  dataCollectionId: number,
  { dataRecordId, afterRecordId }: z.output<typeof placeMemberBody>,
): Promise<{ afterRecordId: number | null }> {
  const model = await deps.models.get(teamUser.teamId)
  const access = accessTo(model, teamUser, dataCollectionId)
  if (access.updatable === 'none') throw new AppError('access_denied')
  checkMayAssign(access, teamUser, [dataCollectionId])
  if (access.collection.membershipOrder !== 'manual') throw invalid('dataCollectionId', 'invalid')
  const previousId = await transaction(deps.pool, async (client) => {
    const members = { client, table: ident(model.schema, 'membership'), dataCollectionId }
    await lock(members)
    return move(members, dataRecordId, afterRecordId)
  })
  deps.live.recordsChanged(model.teamId, access.home.id, 'all')
  return { afterRecordId: previousId }
}

/** Serializes moves in a collection. */
async function lock({ client, dataCollectionId }: Members): Promise<void> {
  await run(client, sql`select pg_advisory_xact_lock(hashtext('member order'), ${dataCollectionId}::int)`)
}

async function move(members: Members, recordId: number, afterId: number | null): Promise<number | null> {
  const previous = await positionOf(members, recordId, 'dataRecordId')
  const before = await neighbour(members, recordId, -1)
  if (afterId === recordId) return before?.id ?? null
  if (afterId !== null) await positionOf(members, afterId, 'afterRecordId')
  let position = await between(members, recordId, afterId)
  if (position === null) {
    await renumber(members)
    position = await between(members, recordId, afterId)
  }
  if (position !== null && position !== previous) await setPosition(members, recordId, position)
  return before?.id ?? null
}

async function positionOf(
  { client, table, dataCollectionId }: Members,
  recordId: number,
  path: string,
): Promise<number> {
  const row = await one<{ position: number }>(
    client,
    sql`select position from ${table} where data_collection_id = ${dataCollectionId} and record_id = ${recordId}`,
  )
  if (!row) throw invalid(path, 'unknown_record')
  return row.position
}

interface Member {
  id: number
  position: number
}

/** The member before or after another; after null: the first. */
async function neighbour(
  { client, table, dataCollectionId }: Members,
  recordId: number | null,
  by: -1 | 1,
  without: number | null = null,
): Promise<Member | undefined> {
  const all = await rows<Member>(
    client,
    sql`with m as (
          select record_id as id, position, row_number() over (order by ${inOrder}) as n from ${table}
          where data_collection_id = ${dataCollectionId} and record_id is distinct from ${without}::bigint)
        select id, position from m
        where n = coalesce((select n from m where id = ${recordId}::bigint), 0) + ${by}::int`,
  )
  return all[0]
}

/** A position between two neighbours; null if none is free. */
async function between(members: Members, recordId: number, afterId: number | null): Promise<number | null> {
  const after = afterId === null ? 0 : await positionOf(members, afterId, 'afterRecordId')
  const next = await neighbour(members, afterId, 1, recordId)
  if (afterId !== null && after === 0) return null
  if (!next) return after + gap
  // The next member has no position yet.
  if (next.position === 0) return afterId === null ? null : after + gap
  const middle = (after + next.position) / 2
  return middle > after && middle < next.position ? middle : null
}

/** Renumbers all members, with gaps. */
async function renumber({ client, table, dataCollectionId }: Members): Promise<void> {
  await run(
    client,
    sql`update ${table} m set position = o.n * ${gap}::int from (
          select record_id, row_number() over (order by ${inOrder}) as n from ${table}
          where data_collection_id = ${dataCollectionId}) o
        where m.data_collection_id = ${dataCollectionId} and m.record_id = o.record_id`,
  )
}

async function setPosition(
  { client, table, dataCollectionId }: Members,
  id: number,
  position: number,
): Promise<void> {
  await run(
    client,
    sql`update ${table} set position = ${position}::float8
        where data_collection_id = ${dataCollectionId} and record_id = ${id}`,
  )
}
