/** The caller's own operations. */

import { AppError } from '@muster/contract/errors'
import type { OperationRef, OperationRun } from '@muster/contract/operations/operations.schema'
import { type Deps, operationRun } from '../../engine/public.ts'
import { ident, one, rows, sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { type Actor, actorsOf } from './actors.ts'

type ReadDeps = Pick<Deps, 'pool' | 'models'>

export interface OwnOperation extends OperationRef {
  at: string
  by: Actor
  isUndone: boolean
  run: OperationRun | null
}

/** `{state, seen, total}` of a background operation, else null. */
const runSql = sql`case when details ? 'run' then (details -> 'run') - 'lastId' end`

export async function ownOperations(
  deps: ReadDeps,
  teamUser: TeamUser,
  limit: number,
): Promise<OwnOperation[]> {
  const model = await deps.models.get(teamUser.teamId)
  const found = await rows<Omit<OwnOperation, 'by'>>(
    deps.pool,
    sql`select id, kind, record_count as "recordCount", at, undone_by is not null as "isUndone",
          ${runSql} as run
        from ${ident(model.schema, 'operation')} where team_user_id = ${teamUser.teamUserId}
        order by id desc limit ${limit}`,
  )
  const actorOf = await actorsOf(deps.pool, teamUser.teamId, [teamUser.teamUserId])
  return found.map((operation) => ({ ...operation, by: actorOf(teamUser.teamUserId) }))
}

/** @throws AppError not_found if it is not the caller's */
export async function ownOperation(
  deps: ReadDeps,
  teamUser: TeamUser,
  operationId: number,
): Promise<{ operation: OperationRef; run: OperationRun | null }> {
  const model = await deps.models.get(teamUser.teamId)
  const found = await one<OperationRef & { run: OperationRun | null }>(
    deps.pool,
    sql`select id, kind, record_count as "recordCount", ${runSql} as run
        from ${ident(model.schema, 'operation')}
        where team_user_id = ${teamUser.teamUserId} and id >= ${operationId}
          and (id = ${operationId} or details -> 'begunAs' = to_jsonb(${operationId}::bigint)) order by id limit 1`,
  )
  if (!found) throw new AppError('not_found')
  const { run, ...operation } = found
  return { operation, run }
}

/** @throws AppError not_found if it is not the caller's */
export async function cancelOperation(
  deps: ReadDeps & Pick<Deps, 'jobs' | 'live'>,
  teamUser: TeamUser,
  operationId: number,
): Promise<{ operation: OperationRef; run: OperationRun | null }> {
  await ownOperation(deps, teamUser, operationId)
  const { schema } = await deps.models.get(teamUser.teamId)
  await operationRun(schema, operationId).apply(deps.pool, 'cancel')
  return ownOperation(deps, teamUser, operationId)
}
