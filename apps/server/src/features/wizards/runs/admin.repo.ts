/** Runs for administrators. */
import type { ListedRun, RunMove } from '@muster/contract/wizards/runs.schema'
import type { WizardRunState } from '@muster/contract/wizards/wizards.machine'
import { type Executor, ident, rows, sql } from '../../../platform/db.ts'

export type ListedRow = Omit<ListedRun, 'by' | 'versionNumber'> & { versionId: number }

export function listRuns(
  executor: Executor,
  schema: string,
  where: {
    dataWizardId?: number
    id?: number
    state?: WizardRunState | undefined
    before?: number | undefined
  },
  limit: number,
): Promise<ListedRow[]> {
  const { dataWizardId = null, id = null, state = null, before = null } = where
  return rows<ListedRow>(
    executor,
    sql`select w.id, w.data_wizard_id as "dataWizardId", w.version_id as "versionId", w.state, w.is_dry as "isDry",
          w.team_user_id as "teamUserId", w.wizard_step_id as "wizardStepId", w.operation_id as "operationId",
          coalesce(o.record_count, 0) as "recordCount", w.started_at as "startedAt", w.updated_at as "updatedAt",
          w.ended_at as "endedAt", w.error
        from ${ident(schema, 'wizard_run')} w left join ${ident(schema, 'operation')} o on o.id = w.operation_id
        where (${dataWizardId}::bigint is null or w.data_wizard_id = ${dataWizardId}::bigint)
          and (${id}::bigint is null or w.id = ${id}::bigint)
          and (${state}::text is null or w.state = ${state}::text or (${state}::text = 'failed' and w.error is not null))
          and (${before}::bigint is null or w.id < ${before}::bigint)
        order by w.id desc limit ${limit}`,
  )
}

/** How many runs of a wizard saw a question of each step, and answered one. */
export function dropOff(
  executor: Executor,
  schema: string,
  dataWizardId: number,
): Promise<{ wizardStepId: number; shown: number; answered: number }[]> {
  return rows(
    executor,
    sql`select e.wizard_step_id as "wizardStepId",
          count(distinct e.run_id) filter (where e.kind = 'shown') as shown,
          count(distinct e.run_id) filter (where e.kind = 'answered') as answered
        from ${ident(schema, 'wizard_run_event')} e
          join ${ident(schema, 'wizard_run')} w on w.id = e.run_id and not w.is_dry
        where w.data_wizard_id = ${dataWizardId} and e.wizard_step_id is not null group by 1`,
  )
}

/**
 * How many runs went from one task to the next one that they reached, or to the end.
 *
 * @param stepTaskIds in the order of the wizard: a task without a question is noted only when its segment is saved
 */
export function movesOf(
  executor: Executor,
  schema: string,
  dataWizardId: number,
  stepTaskIds: readonly number[],
): Promise<RunMove[]> {
  return rows(
    executor,
    sql`with run as (
          select id, state from ${ident(schema, 'wizard_run')}
          where data_wizard_id = ${dataWizardId} and not is_dry
        ), reached as (
          select distinct e.run_id, e.step_task_id as task, array_position(${stepTaskIds}::bigint[], e.step_task_id) as place
          from ${ident(schema, 'wizard_run_event')} e join run on run.id = e.run_id
          where e.kind in ('shown', 'performed') and e.step_task_id = any(${stepTaskIds}::bigint[])
          union all
          select id, null, ${stepTaskIds.length + 1} from run where state = 'done'
        ), move as (
          select lag(task) over (partition by run_id order by place) as "fromStepTaskId", task as "toStepTaskId" from reached
        )
        select "fromStepTaskId", "toStepTaskId", count(*) as runs from move group by 1, 2`,
  )
}

export function changedRecords(
  executor: Executor,
  schema: string,
  operationId: number,
  limit: number,
): Promise<{ id: number; type: 'created' | 'updated' | 'deleted' | 'restored'; home: number }[]> {
  return rows(
    executor,
    sql`select l.record_id as id, l.type, r.data_collection_id as home
        from ${ident(schema, 'log_event')} l join ${ident(schema, 'data_record')} r on r.id = l.record_id
        where l.operation_id = ${operationId} order by l.record_id desc limit ${limit}`,
  )
}

export function namesOfUsers(
  executor: Executor,
  teamId: number,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return rows(
    executor,
    sql`select id, btrim(concat_ws(' ', first_name, last_name)) as name from muster.team_user
        where team_id = ${teamId} and id = any(${ids}::bigint[])`,
  )
}

export function versionNumbers(
  executor: Executor,
  teamId: number,
  ids: readonly number[],
): Promise<{ id: number; number: number }[]> {
  return rows(
    executor,
    sql`select id, number from muster.data_wizard_version where team_id = ${teamId} and id = any(${ids}::bigint[])`,
  )
}
