/** One change of a team's collections or fields: serialised per team, in one transaction, then announced to every process. */
import { AppError } from '@muster/contract/errors'
import { run, sql, type Transaction, transaction } from '../../platform/db.ts'
import type { Deps } from '../deps.ts'
import { loadModel, type TeamModel } from './model.ts'

/** How long a change waits for tables in use; while it waits, those who come after it wait too. */
const lockTimeoutMs = 15_000

export interface ModelChange {
  client: Transaction
  /** As the transaction sees it; `reload` after a change that the next step builds on. */
  model: TeamModel
  reload(): Promise<TeamModel>
}

export type ModelDeps = Pick<Deps, 'pool' | 'models' | 'jobs'>

const lockTimedOut = '55P03'

/**
 * @param before long work in the same transaction that does not block other changes; `work` must check again what it found
 * @throws AppError not_found when there is no such team, not_ready when its tables stay in use too long
 */
export async function changeModel<Result>(
  deps: ModelDeps,
  teamId: number,
  work: (change: ModelChange) => Promise<Result>,
  before?: (client: Transaction) => Promise<void>,
): Promise<Result> {
  const result = await transaction(deps.pool, async (client) => {
    await run(client, sql`set local statement_timeout = 0`)
    await run(client, sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`)
    await before?.(client)
    // The team's row stays locked until the end, so that two changes never start from the same model.
    const isThere = await run(
      client,
      sql`update muster.team set model_version = model_version + 1 where id = ${teamId}`,
    )
    if (isThere === 0) throw new AppError('not_found')
    const change: ModelChange = {
      client,
      model: await loadModel(client, teamId),
      async reload() {
        change.model = await loadModel(client, teamId)
        return change.model
      },
    }
    return work(change)
  }).catch((error: { code?: string }) => {
    throw error.code === lockTimedOut ? new AppError('not_ready', { cause: error }) : error
  })
  await deps.models.changed(teamId)
  return result
}
