/** Keeps a team within its number of users. */
import { AppError } from '@muster/contract/errors'
import type { TeamModel } from '../../engine/public.ts'
import type { Transaction } from '../../platform/db.ts'
import { countPlaces, lockTeam } from './users.repo.ts'

/**
 * Current and invited users each take a place. Waits for others who take one.
 *
 * @param more places to be taken; 0 if the transaction has taken its own
 * @throws AppError user_quota
 */
export async function requirePlace(client: Transaction, model: TeamModel, more = 0): Promise<void> {
  const { maxUsers } = model.quotas
  if (maxUsers === null) return
  await lockTeam(client, model.teamId)
  if ((await countPlaces(client, model.teamId)) + more > maxUsers) throw new AppError('user_quota')
}
