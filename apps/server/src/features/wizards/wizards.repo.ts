/** Statements that change wizards, steps and tasks; every one is scoped to the team. */
import { type Executor, ident, one, rows, run, sql, type Transaction } from '../../platform/db.ts'

type Settings = Readonly<Record<string, unknown>>

export async function insertWizard(
  client: Transaction,
  teamId: number,
  name: string,
  settings: Settings,
): Promise<number> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.data_wizard (team_id, name, settings)
        values (${teamId}, ${name}, ${JSON.stringify(settings)}) returning id`,
  )
  return row!.id
}

/** Merges settings into those of the wizard. */
export async function updateWizardRow(
  client: Transaction,
  teamId: number,
  id: number,
  name: string | undefined,
  settings: Settings,
): Promise<void> {
  await run(
    client,
    sql`update muster.data_wizard set name = coalesce(${name ?? null}::text, name),
          settings = settings || ${JSON.stringify(settings)}::jsonb
        where id = ${id} and team_id = ${teamId}`,
  )
}

/** Something of the wizard has changed. */
export async function touchWizard(client: Transaction, teamId: number, id: number): Promise<void> {
  await run(
    client,
    sql`update muster.data_wizard set version = version + 1, updated_at = now()
        where id = ${id} and team_id = ${teamId}`,
  )
}

/** A deleted wizard keeps its runs and versions, so that runs can be rolled back. */
export async function deleteWizard(client: Transaction, teamId: number, id: number): Promise<void> {
  await run(
    client,
    sql`update muster.data_wizard set deleted_at = now(), version = version + 1
        where id = ${id} and team_id = ${teamId} and deleted_at is null`,
  )
}

/** Takes the permission to run a wizard from the roles that name it. @returns these roles */
export function deletePermissions(
  client: Transaction,
  teamId: number,
  dataWizardId: number,
): Promise<{ id: number; name: string }[]> {
  return rows<{ id: number; name: string }>(
    client,
    sql`with removed as (
          delete from muster.data_permission where team_id = ${teamId} and data_wizard_id = ${dataWizardId}
          returning user_role_id)
        update muster.user_role set version = version + 1
        where team_id = ${teamId} and id in (select user_role_id from removed)
        returning id, role_name as name`,
  )
}

/** Ends the runs of a wizard that wait for their people, whose answers nobody needs any more. */
export async function cancelRuns(client: Transaction, schema: string, dataWizardId: number): Promise<void> {
  await run(
    client,
    sql`update ${ident(schema, 'wizard_run')} set state = 'cancelled', updated_at = now(), ended_at = now(),
          variables = '{}', answers = '{"done": [], "values": {}}', prefill = '{}'
        where data_wizard_id = ${dataWizardId} and state = 'waiting'`,
  )
}

export async function insertStep(
  client: Transaction,
  teamId: number,
  dataWizardId: number,
  settings: Settings,
): Promise<number> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.wizard_step (team_id, data_wizard_id, execution_rank, settings)
        select ${teamId}, ${dataWizardId}, coalesce(max(execution_rank), 0) + 1, ${JSON.stringify(settings)}::jsonb
        from muster.wizard_step where data_wizard_id = ${dataWizardId} returning id`,
  )
  return row!.id
}

/** The wizard of a step; undefined if the team has no such step, or the wizard is deleted. */
export async function wizardOfStep(
  executor: Executor,
  teamId: number,
  stepId: number,
): Promise<number | undefined> {
  const row = await one<{ id: number }>(
    executor,
    sql`select w.id from muster.wizard_step s join muster.data_wizard w on w.id = s.data_wizard_id
        where s.id = ${stepId} and s.team_id = ${teamId} and w.deleted_at is null`,
  )
  return row?.id
}

export async function updateStepRow(
  client: Transaction,
  teamId: number,
  id: number,
  settings: Settings,
): Promise<void> {
  await run(
    client,
    sql`update muster.wizard_step set settings = settings || ${JSON.stringify(settings)}::jsonb
        where id = ${id} and team_id = ${teamId}`,
  )
}

export async function deleteStep(client: Transaction, teamId: number, id: number): Promise<void> {
  await run(client, sql`delete from muster.wizard_step where id = ${id} and team_id = ${teamId}`)
}

export async function insertTask(
  client: Transaction,
  teamId: number,
  wizardStepId: number,
  type: string,
  settings: Settings,
): Promise<number> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.wizard_step_task (team_id, wizard_step_id, type, execution_rank, settings)
        select ${teamId}, ${wizardStepId}, ${type}, coalesce(max(execution_rank), 0) + 1, ${JSON.stringify(settings)}::jsonb
        from muster.wizard_step_task where wizard_step_id = ${wizardStepId} returning id`,
  )
  return row!.id
}

export async function wizardOfTask(
  executor: Executor,
  teamId: number,
  taskId: number,
): Promise<number | undefined> {
  const row = await one<{ id: number }>(
    executor,
    sql`select w.id from muster.wizard_step_task k join muster.wizard_step s on s.id = k.wizard_step_id
          join muster.data_wizard w on w.id = s.data_wizard_id
        where k.id = ${taskId} and k.team_id = ${teamId} and w.deleted_at is null`,
  )
  return row?.id
}

export async function updateTaskRow(
  client: Transaction,
  teamId: number,
  id: number,
  settings: Settings,
): Promise<void> {
  await run(
    client,
    sql`update muster.wizard_step_task set settings = settings || ${JSON.stringify(settings)}::jsonb
        where id = ${id} and team_id = ${teamId}`,
  )
}

export async function deleteTask(client: Transaction, teamId: number, id: number): Promise<void> {
  await run(client, sql`delete from muster.wizard_step_task where id = ${id} and team_id = ${teamId}`)
}

/**
 * Whether the wizard still has the task, which runs of an earlier version may perform after it was removed. If so, nobody
 * removes it until the transaction ends.
 */
export async function holdTask(client: Transaction, teamId: number, taskId: number): Promise<boolean> {
  const held = await one(
    client,
    sql`select from muster.wizard_step_task k join muster.wizard_step s on s.id = k.wizard_step_id
          join muster.data_wizard w on w.id = s.data_wizard_id
        where k.id = ${taskId} and k.team_id = ${teamId} and w.deleted_at is null for share`,
  )
  return held !== undefined
}

export async function setStepRanks(
  client: Transaction,
  teamId: number,
  ids: readonly number[],
): Promise<void> {
  await run(
    client,
    sql`update muster.wizard_step s set execution_rank = e.n
        from unnest(${ids}::bigint[]) with ordinality e (id, n) where s.id = e.id and s.team_id = ${teamId}`,
  )
}

/** Puts tasks into a step, in this order. */
export async function setTasksOfStep(
  client: Transaction,
  teamId: number,
  wizardStepId: number,
  ids: readonly number[],
): Promise<void> {
  await run(
    client,
    sql`update muster.wizard_step_task k set execution_rank = e.n, wizard_step_id = ${wizardStepId}
        from unnest(${ids}::bigint[]) with ordinality e (id, n) where k.id = e.id and k.team_id = ${teamId}`,
  )
}

export interface RunCounts {
  dataWizardId: number
  waiting: number
  done: number
  failed: number
  lastRunAt: string | null
}

export function countRuns(executor: Executor, schema: string): Promise<RunCounts[]> {
  return rows<RunCounts>(
    executor,
    sql`select data_wizard_id as "dataWizardId",
          count(*) filter (where state in ('waiting', 'background')) as waiting,
          count(*) filter (where state = 'done') as done,
          count(*) filter (where state = 'failed' or error is not null) as failed,
          max(started_at) as "lastRunAt"
        from ${ident(schema, 'wizard_run')} where not is_dry group by 1`,
  )
}
