/** Takes a run from where it is to its next question, saving at each save point on the way. */
import crypto from 'node:crypto'
import { AppError } from '@muster/contract/errors'
import type { RunScreen } from '@muster/contract/wizards/runs.schema'
import { setRecordCount } from '../../../engine/public.ts'
import { run as execute, ident, one, sql } from '../../../platform/db.ts'
import type { ActiveRun } from './active-run.ts'
import { lockLimits, NeedsLimit } from './capacity.ts'
import { finish } from './finish.ts'
import { type Reached, replay, TaskError } from './replay.ts'
import { addEvents, saveRun } from './runs.repo.ts'
import { screenOf } from './screen.ts'
import { wouldChange } from './would.ts'

const savepoint = sql`savepoint wizard_pass`
const rollBack = sql`rollback to savepoint wizard_pass`
const release = sql`release savepoint wizard_pass`

/**
 * @throws AppError validation_failed where the last answer is wrong; wizard_full
 * @throws NeedsLimit where it needs the locks of limits, and does not have them
 */
export async function goOn(run: ActiveRun): Promise<RunScreen> {
  for (;;) {
    const reached = await pass(run)
    if (reached.kind === 'ask' || reached.kind === 'signIn') return wait(run, reached)
    await saveSegment(run, reached.kind === 'save' ? reached.nextStart : run.version.definition.steps.length)
    if (reached.kind === 'end') return end(run)
  }
}

/** One pass over the segment, rolled back unless it got to a save point or the end. */
async function pass(run: ActiveRun): Promise<Reached> {
  const { client } = run
  await execute(client, savepoint)
  run.begin(false)
  const reached = await replayOrReturn(run)
  if (reached.kind === 'ask' || reached.kind === 'signIn') {
    await execute(client, rollBack)
    return reached
  }
  if (run.row.isDry) {
    run.would = await wouldChange(run)
    await execute(client, rollBack)
    return reached
  }
  if (!run.needsCommitPass) {
    await execute(client, release)
    return reached
  }
  await execute(client, rollBack)
  if (!run.hasLimits) throw new NeedsLimit()
  await lockLimits(run)
  run.begin(true)
  return replay(run)
}

/**
 * Replays; where an earlier answer does not hold any more, its question is asked again.
 */
async function replayOrReturn(run: ActiveRun): Promise<Reached> {
  const { answers } = run.row
  try {
    return await replay(run)
  } catch (error) {
    if (!(error instanceof TaskError) || !(error.cause instanceof AppError)) throw error
    const at = answers.done.indexOf(error.stepTaskId)
    const isLast = at === answers.done.length - 1
    if (error.cause.code !== 'validation_failed' || at < 0 || isLast) throw error
    await execute(run.client, rollBack)
    answers.done.splice(at)
    run.begin(false)
    return replay(run)
  }
}

/** Stores where the run waits for its person. */
async function wait(run: ActiveRun, place: Extract<Reached, { kind: 'ask' | 'signIn' }>): Promise<RunScreen> {
  const { row, client, model } = run
  row.wizardStepId = place.step.id
  row.stepTaskId = place.kind === 'ask' ? place.ask.stepTaskId : null
  row.lastToken = row.stepToken
  row.stepToken = crypto.randomUUID()
  row.error = null
  await saveRun(client, model.schema, row)
  await addEvents(client, model.schema, row.id, [
    { kind: 'shown', wizardStepId: row.wizardStepId, stepTaskId: row.stepTaskId },
  ])
  return screenOf(run, place)
}

/** What the pass did stays: the next segment begins after it. */
async function saveSegment(run: ActiveRun, nextStart: number): Promise<void> {
  const { row, client, model } = run
  const { currentUser: _user, bound: _bound, ...variables } = run.values
  row.variables = variables
  row.answers = { done: [], values: {} }
  row.segmentStart = nextStart
  const performed = run.performed
  if (!row.isDry) {
    row.operationId = run.knownOperationId
    await countRecords(run)
  }
  run.keepForEnd()
  await addEvents(client, model.schema, row.id, [...performed, { kind: 'saved', detail: { nextStart } }])
}

export async function countRecords({ row, client, model }: ActiveRun): Promise<void> {
  if (row.operationId === null) return
  const found = await one<{ count: number }>(
    client,
    sql`select count(*) as count from ${ident(model.schema, 'log_event')} where operation_id = ${row.operationId}`,
  )
  await setRecordCount(client, model, row.operationId, found?.count ?? 0)
}

async function end(run: ActiveRun): Promise<RunScreen> {
  const { row, client, model } = run
  await finish(run)
  row.wizardStepId = null
  row.stepTaskId = null
  row.lastToken = row.stepToken
  row.error = null
  await saveRun(client, model.schema, row)
  await addEvents(client, model.schema, row.id, [{ kind: 'ended', detail: { state: row.state } }])
  return screenOf(run, null)
}

/** Where a run stands, without changing anything. */
export async function look(run: ActiveRun): Promise<RunScreen> {
  if (run.row.state !== 'waiting') return screenOf(run, null)
  await execute(run.client, savepoint)
  run.begin(false)
  const reached = await replayOrReturn(run)
  await execute(run.client, rollBack)
  // A definition's end is reached only by an answer, which saves it.
  return screenOf(run, reached.kind === 'ask' || reached.kind === 'signIn' ? reached : null)
}
