/** Runs that nobody continues any more. */
import { wizardRunTransitions } from '@muster/contract/wizards/wizards.machine'
import type { TeamModel } from '../../../engine/public.ts'
import { type Executor, ident, rows, sql, type Transaction } from '../../../platform/db.ts'

/** Versions of runs that wait for a person. */
export async function waitingVersions(executor: Executor, { schema }: TeamModel): Promise<number[]> {
  const found = await rows<{ id: number }>(
    executor,
    sql`select distinct version_id as id from ${ident(schema, 'wizard_run')}
        where state = any(${wizardRunTransitions.abandon.from}::text[])`,
  )
  return found.map(({ id }) => id)
}

/** After how many hours without an answer runs of these versions are abandoned. */
export function abandonHours(
  executor: Executor,
  teamId: number,
  versionIds: readonly number[],
): Promise<{ id: number; hours: number }[]> {
  return rows<{ id: number; hours: number }>(
    executor,
    sql`select id, (definition ->> 'abandonAfterHours')::int as hours from muster.data_wizard_version
        where team_id = ${teamId} and id = any(${versionIds}::bigint[])`,
  )
}

/**
 * Abandons runs whose person has not come back in time. What a save point kept stays; answers that were not saved are
 * deleted, since nobody can go on with them.
 *
 * @returns the runs that are abandoned now
 */
export async function abandonRuns(
  client: Transaction,
  { schema }: TeamModel,
  versions: readonly { id: number; hours: number }[],
): Promise<number[]> {
  const { from, to } = wizardRunTransitions.abandon
  const abandoned = await rows<{ id: number }>(
    client,
    sql`update ${ident(schema, 'wizard_run')} r
        set state = ${to}, ended_at = now(), answers = '{"done": [], "values": {}}', prefill = '{}'
        from unnest(${versions.map(({ id }) => id)}::bigint[], ${versions.map(({ hours }) => hours)}::int[])
          as v (id, hours)
        where r.version_id = v.id and r.state = any(${from}::text[])
          and r.updated_at < now() - make_interval(hours => v.hours)
        returning r.id`,
  )
  return abandoned.map(({ id }) => id)
}
