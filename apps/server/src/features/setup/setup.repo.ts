/** SQL of the first start. */
import { type Executor, ident, one, rawSql, rows, run, sql } from '../../platform/db.ts'
import { teamSchema } from '../../platform/migrate.ts'

export type Step = 'admin' | 'sample'

export async function isDone(executor: Executor, step: Step): Promise<boolean> {
  const found = await one(
    executor,
    sql`select from muster.installation_step where name = ${step} and done_at is not null`,
  )
  return Boolean(found)
}

/** @returns when an earlier start began the step, undefined if none did */
export async function begin(executor: Executor, step: Step): Promise<string | undefined> {
  const earlier = await one<{ begunAt: string }>(
    executor,
    sql`select begun_at as "begunAt" from muster.installation_step where name = ${step}`,
  )
  if (!earlier) await run(executor, sql`insert into muster.installation_step (name) values (${step})`)
  return earlier?.begunAt
}

export async function finish(executor: Executor, step: Step): Promise<void> {
  await run(
    executor,
    sql`insert into muster.installation_step (name, done_at) values (${step}, now())
        on conflict (name) do update set done_at = now()`,
  )
}

export async function hasUsers(executor: Executor): Promise<boolean> {
  return Boolean(await one(executor, sql`select from muster.app_user limit 1`))
}

export async function insertAdmin(
  executor: Executor,
  admin: { name: string; email: string },
): Promise<{ userId: string }> {
  return (await one(
    executor,
    sql`insert into muster.app_user (name, email, email_verified, is_sys_admin)
        values (${admin.name}, ${admin.email}, true, true) returning id as "userId"`,
  ))!
}

export async function firstAdmin(executor: Executor): Promise<{ userId: string; name: string } | undefined> {
  return one(
    executor,
    sql`select id as "userId", name from muster.app_user where is_sys_admin order by created_at, id limit 1`,
  )
}

/** Deletes teams created since then, with their schemas. */
export async function dropTeamsSince(executor: Executor, since: string): Promise<void> {
  const teams = await rows<{ id: number }>(
    executor,
    sql`delete from muster.team where created_at >= ${since} returning id`,
  )
  for (const { id } of teams) {
    await run(executor, sql`${rawSql('drop schema if exists')} ${ident(teamSchema(id))} cascade`)
  }
}
