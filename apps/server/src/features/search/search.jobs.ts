/** Background jobs that collect the words of names for typo tolerance. */

import { z } from 'zod'
import { type Deps, openTeamIds } from '../../engine/public.ts'
import { one, sql, transaction } from '../../platform/db.ts'
import { defineTask } from '../../platform/jobs.ts'
import { teamSchema } from '../../platform/migrate.ts'
import { hasUnread, readNames } from './vocabulary.ts'

export function searchTasks(deps: Deps) {
  return { read_names: readNamesTask(deps), read_all_names: readAllNamesTask(deps) }
}

function readNamesTask({ pool }: Pick<Deps, 'pool'>) {
  return defineTask({
    schema: z.object({ teamId: z.number() }),
    async run({ teamId }, { signal }) {
      await readNewNames({ pool }, teamId, signal)
      signal.throwIfAborted()
    },
  })
}

/** Reads new names, so that search tolerates typos in them; stops early if aborted. */
export async function readNewNames(
  { pool }: Pick<Deps, 'pool'>,
  teamId: number,
  signal: AbortSignal,
): Promise<void> {
  const schema = teamSchema(teamId)
  while (!signal.aborted && (await transaction(pool, (client) => readNames(client, schema))));
}

/**
 * Queues the job for every team with new names; a search that finds some queues it for its own team
 * immediately.
 */
function readAllNamesTask({ pool, jobs }: Pick<Deps, 'pool' | 'jobs'>) {
  return defineTask({
    schema: z.object({}),
    cron: '*/10 * * * *',
    async run(_payload, { signal }) {
      for (const id of await openTeamIds(pool)) {
        if (signal.aborted) return
        if (!(await isMigrated(pool, id))) continue
        const schema = teamSchema(id)
        if (await hasUnread(pool, schema)) await queueReadNames({ jobs }, id)
      }
    },
  })
}

/** Schemas of teams are migrated on first access. */
async function isMigrated(pool: Deps['pool'], teamId: number): Promise<boolean> {
  const name = `${teamSchema(teamId)}.search_words_read`
  const row = await one<{ isThere: boolean }>(pool, sql`select to_regclass(${name}) is not null as "isThere"`)
  return row?.isThere ?? false
}

export async function queueReadNames({ jobs }: Pick<Deps, 'jobs'>, teamId: number): Promise<void> {
  await jobs.add('read_names', { teamId }, { jobKey: `read_names ${teamId}` })
}
