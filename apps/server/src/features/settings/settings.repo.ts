/** SQL for settings of the system. */
import { type Executor, one, rows, run, sql, type Transaction } from '../../platform/db.ts'

/** Only those that have been changed. */
export function findSettings(executor: Executor): Promise<{ key: string; value: unknown }[]> {
  return rows(executor, sql`select key, value from muster.system_setting order by key`)
}

/** One that has been changed. */
export function findSetting(
  executor: Executor,
  key: string,
): Promise<{ value: unknown; updatedAt: string } | undefined> {
  return one(
    executor,
    sql`select value, updated_at as "updatedAt" from muster.system_setting where key = ${key}`,
  )
}

export async function deleteSetting(executor: Executor, key: string): Promise<void> {
  await run(executor, sql`delete from muster.system_setting where key = ${key}`)
}

/** Waits for others who change settings, so that the audit log has what each of them found. */
export async function lockSettings(client: Transaction): Promise<void> {
  await run(client, sql`select pg_advisory_xact_lock(hashtext('muster.system_setting'))`)
}

export async function putSetting(
  executor: Executor,
  { key, value, userId }: { key: string; value: unknown; userId: string },
): Promise<void> {
  await run(
    executor,
    sql`insert into muster.system_setting (key, value, updated_by)
        values (${key}, ${JSON.stringify(value)}, ${userId})
        on conflict (key) do update
        set value = excluded.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
  )
}
