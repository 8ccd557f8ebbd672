/** Changes a team's definitions: serialised per team, in one transaction, then announced to every process. */
import { AppError } from '@muster/contract/errors'
import { run, sql, type Transaction, transaction } from '../../platform/db.ts'
import type { Deps } from '../deps.ts'
import { auditDesign } from './audit-design.ts'
import { checkHeld } from './held-design.ts'
import { loadModel, type TeamModel } from './model.ts'

/** How long a change waits for table locks; later statements on these tables wait behind it. */
const lockTimeoutMs = 15_000

export interface ModelChange {
  client: Transaction
  /** The model within the transaction; call `reload` when the next step needs the changes made so far. */
  model: TeamModel
  reload(): Promise<TeamModel>
}

export type ModelDeps = Pick<Deps, 'pool' | 'models' | 'jobs'>

const lockTimedOut = '55P03'

/**
 * Runs a change of the model in a transaction that holds the model's lock, and records in the audit log how it changed
 * the design.
 *
 * @param before long work that runs before the lock is taken; `work` must check its findings again
 * @throws AppError not_found when there is no such team, not_ready when its tables stay locked too long, in_use when
 *   definitions of features use what the change takes away
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
    const unchanged = change.model
    const result = await work(change)
    const after = await loadModel(client, teamId)
    await checkHeld(deps.models.holders, { client, before: unchanged, after })
    await auditDesign(client, unchanged, after)
    return result
  }).catch((error: { code?: string }) => {
    throw error.code === lockTimedOut ? new AppError('not_ready', { cause: error }) : error
  })
  await deps.models.changed(teamId)
  return result
}
