/** Work for search that nobody waits for. */

import { z } from 'zod'
import type { Deps } from '../../engine/public.ts'
import { one, rows, sql, transaction } from '../../platform/db.ts'
import { defineTask } from '../../platform/jobs.ts'
import { teamSchema } from '../../platform/migrate.ts'
import { hasUnread, readNames } from './vocabulary.ts'

/** The feature's tasks, by name. */
export function searchTasks(deps: Deps) {
  return { read_names: readNamesTask(deps), read_all_names: readAllNamesTask(deps) }
}

/** One team's words. */
function readNamesTask({ pool }: Pick<Deps, 'pool'>) {
  return defineTask({
    schema: z.object({ teamId: z.number() }),
    async run({ teamId }, { signal }) {
      await readNewNames({ pool }, teamId, signal)
      signal.throwIfAborted()
    },
  })
}

/** Reads the names that are not read yet, so that typos in them are forgiven; ends early when `signal` says so. */
export async function readNewNames(
  { pool }: Pick<Deps, 'pool'>,
  teamId: number,
  signal: AbortSignal,
): Promise<void> {
  const schema = teamSchema(teamId)
  while (!signal.aborted && (await transaction(pool, (client) => readNames(client, schema))));
}

/** Every team whose names have changed; a search that finds the words behind asks for its own team at once. */
function readAllNamesTask({ pool, jobs }: Pick<Deps, 'pool' | 'jobs'>) {
  return defineTask({
    schema: z.object({}),
    cron: '*/10 * * * *',
    async run(_payload, { signal }) {
      const teams = await rows<{ id: number }>(pool, sql`select id from muster.team order by id`)
      for (const { id } of teams) {
        if (signal.aborted) return
        if (!(await isMigrated(pool, id))) continue
        const schema = teamSchema(id)
        if (await hasUnread(pool, schema)) await requestWords({ jobs }, id)
      }
    },
  })
}

/** A team is brought up to date when it is first touched. */
async function isMigrated(pool: Deps['pool'], teamId: number): Promise<boolean> {
  const name = `${teamSchema(teamId)}.search_words_read`
  const row = await one<{ isThere: boolean }>(pool, sql`select to_regclass(${name}) is not null as "isThere"`)
  return row?.isThere ?? false
}

export async function requestWords({ jobs }: Pick<Deps, 'jobs'>, teamId: number): Promise<void> {
  await jobs.add('read_names', { teamId }, { jobKey: `read_names ${teamId}` })
}
