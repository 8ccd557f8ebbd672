/** How much a team has of what has quotas. */
import type { QuotaUse } from '@muster/contract/teams/quotas.schema'
import type { Deps } from '../../engine/public.ts'
import { teamSchema } from '../../platform/migrate.ts'
import { sumFiles } from '../files/public.ts'
import { countRecords, countUsers } from './at-a-glance.repo.ts'

export async function quotaUse({ pool }: Pick<Deps, 'pool'>, teamId: number): Promise<QuotaUse> {
  const schema = teamSchema(teamId)
  const [records, files, users] = await Promise.all([
    countRecords(pool, schema),
    sumFiles(pool, schema),
    countUsers(pool, teamId),
  ])
  return {
    records: records && [...records.values()].reduce((all, { count }) => all + count, 0),
    storageBytes: files.bytes,
    users: users.current + users.invited,
  }
}
