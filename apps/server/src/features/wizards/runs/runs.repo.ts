/** Rows of runs, and of what happened to them. */

import type { Language } from '@muster/contract/paging'
import type { Answer, Outcome, RunEvent } from '@muster/contract/wizards/runs.schema'
import {
  type WizardRunEvent,
  type WizardRunState,
  wizardRunTransitions,
} from '@muster/contract/wizards/wizards.machine'
import { type Executor, ident, one, rawSql, rows, run, sql, type Transaction } from '../../../platform/db.ts'

/** Answers since the last save point; `done` has the tasks that were answered, in order. */
export interface Answers {
  done: number[]
  values: Record<string, Answer>
}

export interface RunRow {
  id: number
  dataWizardId: number
  versionId: number
  state: WizardRunState
  isDry: boolean
  teamUserId: number | null
  /** Hexadecimal. */
  keyHash: string | null
  boundRecordId: number | null
  isProven: boolean
  language: Language
  /** Position of the step at which the segment starts. */
  segmentStart: number
  variables: Record<string, unknown>
  answers: Answers
  prefill: Record<string, string>
  wizardStepId: number | null
  stepTaskId: number | null
  stepToken: string
  lastToken: string | null
  operationId: number | null
  parentRunId: number | null
  outcome: StoredOutcome | null
  error: string | null
  updatedAt: string
}

/** What waits for the end of a run. */
export type AfterCommit =
  | { kind: 'export'; dataCollectionId: number; ids: number[]; columns: string[] | null }
  | {
      kind: 'message'
      stepTaskId: number
      outgoingMessageTemplateId: number | null
      dataCollectionId: number
      recordIds: number[]
    }
  | { kind: 'next'; dataWizardId: number; boundRecordId: number | null }

/** What a run's end leaves, and what is still to be done by a job. */
export interface StoredOutcome extends Omit<Outcome, 'text'> {
  /** Tasks that run in the background, once the run has ended for its person. */
  background: number[]
  /** What is done at the run's end. */
  after: AfterCommit[]
}

const columns =
  rawSql(`id, data_wizard_id as "dataWizardId", version_id as "versionId", state, is_dry as "isDry",
  team_user_id as "teamUserId", encode(key_hash, 'hex') as "keyHash", bound_record_id as "boundRecordId",
  is_proven as "isProven", language, segment_start as "segmentStart", variables, answers, prefill,
  wizard_step_id as "wizardStepId", step_task_id as "stepTaskId", step_token as "stepToken",
  last_token as "lastToken", operation_id as "operationId", parent_run_id as "parentRunId", outcome, error,
  updated_at as "updatedAt"`)

const table = (schema: string) => ident(schema, 'wizard_run')

export function findRun(
  executor: Executor,
  schema: string,
  id: number,
  { lock = false } = {},
): Promise<RunRow | undefined> {
  return one<RunRow>(
    executor,
    sql`select ${columns} from ${table(schema)} where id = ${id} ${rawSql(lock ? 'for update' : '')}`,
  )
}

/** Whether there is a run of this id and key. Locks nothing, so that who guesses keys is in nobody's way. */
export async function hasRun(
  executor: Executor,
  schema: string,
  { id, keyHash }: { id: number; keyHash: Buffer },
): Promise<boolean> {
  const found = await one(
    executor,
    sql`select id from ${table(schema)} where id = ${id} and key_hash = ${keyHash}`,
  )
  return found !== undefined
}

export type NewRun = Pick<
  RunRow,
  | 'dataWizardId'
  | 'versionId'
  | 'isDry'
  | 'teamUserId'
  | 'boundRecordId'
  | 'isProven'
  | 'language'
  | 'prefill'
  | 'parentRunId'
  | 'variables'
> & { keyHash: Buffer | null; tokenHash: Buffer | null }

export async function insertRun(client: Transaction, schema: string, made: NewRun): Promise<RunRow> {
  return (await one<RunRow>(
    client,
    sql`insert into ${table(schema)} (data_wizard_id, version_id, is_dry, team_user_id, key_hash, token_hash,
          bound_record_id, is_proven, language, prefill, variables, parent_run_id, answers)
        values (${made.dataWizardId}, ${made.versionId}, ${made.isDry}, ${made.teamUserId}, ${made.keyHash},
          ${made.tokenHash}, ${made.boundRecordId}, ${made.isProven}, ${made.language},
          ${JSON.stringify(made.prefill)}, ${JSON.stringify(made.variables)}, ${made.parentRunId},
          '{"done": [], "values": {}}')
        returning ${columns}`,
  )) as RunRow
}

/** More than these are not shown. */
const mostOwn = 50

/** Runs that wait for a person, the one left last first; trials are not gone on with. */
export function waitingRunsOf(
  executor: Executor,
  schema: string,
  teamUserId: number,
): Promise<Pick<RunRow, 'id' | 'dataWizardId' | 'versionId' | 'wizardStepId' | 'updatedAt'>[]> {
  return rows(
    executor,
    sql`select id, data_wizard_id as "dataWizardId", version_id as "versionId",
          wizard_step_id as "wizardStepId", updated_at as "updatedAt"
        from ${table(schema)}
        where team_user_id = ${teamUserId} and state = 'waiting' and not is_dry
        order by updated_at desc, id desc limit ${mostOwn}`,
  )
}

/** Versions that runs go on with. Dry runs do not count: they save nothing, and can be tried again. */
export async function versionsUnderWay(executor: Executor, schema: string): Promise<number[]> {
  const found = await rows<{ id: number }>(
    executor,
    sql`select distinct version_id as id from ${table(schema)}
        where state in ('waiting', 'background') and not is_dry`,
  )
  return found.map(({ id }) => id)
}

/** Stores where a run stands now. */
export async function saveRun(client: Transaction, schema: string, row: RunRow): Promise<void> {
  await run(
    client,
    sql`update ${table(schema)} set state = ${row.state}, language = ${row.language},
          segment_start = ${row.segmentStart}, variables = ${JSON.stringify(row.variables)},
          answers = ${JSON.stringify(row.answers)}, prefill = ${JSON.stringify(row.prefill)}, wizard_step_id = ${row.wizardStepId},
          step_task_id = ${row.stepTaskId}, step_token = ${row.stepToken}, last_token = ${row.lastToken},
          operation_id = ${row.operationId}, team_user_id = ${row.teamUserId},
          outcome = ${row.outcome === null ? null : JSON.stringify(row.outcome)}, error = ${row.error},
          updated_at = now(), ended_at = coalesce(ended_at, ${isEnded(row.state) ? new Date() : null}::timestamptz)
        where id = ${row.id}`,
  )
}

const isEnded = (state: WizardRunState): boolean => state !== 'waiting' && state !== 'background'

/** Moves a run to the event's state, from those in which the event may happen. @returns whether it did */
export async function applyToRun(
  executor: Executor,
  schema: string,
  id: number,
  event: WizardRunEvent,
  error: string | null = null,
): Promise<boolean> {
  const { from, to } = wizardRunTransitions[event]
  const found = await one(
    executor,
    sql`update ${table(schema)} set state = ${to}, error = ${error}, updated_at = now(),
          ended_at = ${isEnded(to) ? new Date() : null}::timestamptz
        where id = ${id} and state = any(${from}::text[]) returning id`,
  )
  return found !== undefined
}

export async function noteError(
  executor: Executor,
  schema: string,
  id: number,
  error: string,
): Promise<void> {
  await run(executor, sql`update ${table(schema)} set error = ${error}, updated_at = now() where id = ${id}`)
}

export type NewEvent = Pick<RunEvent, 'kind'> &
  Partial<Pick<RunEvent, 'wizardStepId' | 'stepTaskId' | 'ms' | 'detail'>>

export async function addEvents(
  executor: Executor,
  schema: string,
  runId: number,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  const events_ = ident(schema, 'wizard_run_event')
  await run(
    executor,
    sql`insert into ${events_} (run_id, n, kind, wizard_step_id, step_task_id, ms, detail)
        select ${runId}, coalesce((select max(n) from ${events_} where run_id = ${runId}), 0) + e.n, e.item ->> 'kind',
          (e.item ->> 'wizardStepId')::bigint, (e.item ->> 'stepTaskId')::bigint, (e.item ->> 'ms')::int,
          coalesce(e.item -> 'detail', '{}')
        from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality e (item, n)`,
  )
}

export function eventsOf(executor: Executor, schema: string, runId: number): Promise<RunEvent[]> {
  return rows<RunEvent>(
    executor,
    sql`select at, kind, wizard_step_id as "wizardStepId", step_task_id as "stepTaskId", ms, detail
        from ${ident(schema, 'wizard_run_event')} where run_id = ${runId} order by n limit 1000`,
  )
}
