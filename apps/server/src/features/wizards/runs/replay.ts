/**
 * Runs the tasks since the last save point, in order, until a person has to answer, or to the next save point or the
 * end. It decides nothing by what an earlier pass did: only the answers count.
 */
import { AppError } from '@muster/contract/errors'
import type { DefinedStep, DefinedTask } from '@muster/contract/wizards/definition'
import type { Ask } from '@muster/contract/wizards/runs.schema'
import { resolveName } from '@muster/contract/wizards/tasks/common'
import { wizardTask } from '@muster/contract/wizards/tasks/index'
import { collectionOfVariable } from '@muster/contract/wizards/variables'
import { taskHandler } from '../tasks/index.ts'
import type { ActiveRun } from './active-run.ts'
import { holds } from './values.ts'

export type Reached =
  | { kind: 'ask'; step: DefinedStep; ask: Ask; texts: string[] }
  /** The step needs a person with a session. */
  | { kind: 'signIn'; step: DefinedStep }
  | { kind: 'save'; nextStart: number }
  | { kind: 'end' }

/** An error of a task, so that a person is led back to the question that it belongs to. */
export class TaskError extends Error {
  readonly stepTaskId: number

  constructor(stepTaskId: number, cause: unknown) {
    super('A task of the wizard failed', { cause })
    this.stepTaskId = stepTaskId
  }
}

export async function replay(run: ActiveRun): Promise<Reached> {
  const { steps } = run.version.definition
  for (let at = run.row.segmentStart; at < steps.length; at++) {
    const step = steps[at] as DefinedStep
    if (step.requiresAuthentication && run.teamUser === null) return { kind: 'signIn', step }
    const ask = await runStep(run, step)
    if (ask) return { kind: 'ask', step, ...ask }
    const isLast = at === steps.length - 1
    if (step.isSavePoint && !isLast && !run.row.isDry) return { kind: 'save', nextStart: at + 1 }
  }
  return { kind: 'end' }
}

async function runStep(run: ActiveRun, step: DefinedStep): Promise<{ ask: Ask; texts: string[] } | null> {
  let texts: string[] = []
  let lastText: DefinedTask | null = null
  for (const task of step.tasks) {
    const done = await perform(run, task)
    if (done === null) continue
    if ('ask' in done) return { ask: done.ask, texts: done.html ? [...texts, done.html] : texts }
    if ('text' in done) {
      texts.push(done.text)
      lastText = task
    } else if (isAnswered(run, task)) {
      // They were shown above the question that has been answered.
      texts = []
      lastText = null
    }
  }
  if (!lastText || isAnswered(run, lastText)) return null
  const ask: Ask = { kind: 'text', stepTaskId: lastText.id, title: '', description: '', buttonLabel: '' }
  return { ask, texts }
}

const isAnswered = ({ row }: ActiveRun, { id }: DefinedTask): boolean => row.answers.done.includes(id)

async function perform(run: ActiveRun, task: DefinedTask) {
  const variables = run.variablesFor(task)
  try {
    if (task.executionCondition && !(await holds(run, variables, task.executionCondition))) return null
    if (task.executeInBackground) {
      run.background.push(task.id)
      noteNext(run, task, [])
      return null
    }
    return await performNow(run, task)
  } catch (error) {
    throw error instanceof TaskError ? error : new TaskError(task.id, error)
  }
}

/** Performs a task whose condition holds. */
export async function performNow(run: ActiveRun, task: DefinedTask) {
  const variables = run.variablesFor(task)
  const frames = framesOf(run, task, variables)
  if (frames.length === 0) return {}
  const settings = wizardTask(task.type).settings.parse(task.settings)
  const { values } = run.row.answers
  const stored = values[String(task.id)]
  const searched = run.search?.stepTaskId === task.id ? run.search.answer : undefined
  const answer = isAnswered(run, task) ? stored : searched
  const startedAt = performance.now()
  const done = await taskHandler(task.type).perform({
    run,
    task,
    settings,
    variables,
    frames,
    answer,
    previous: stored,
  })
  if ('ask' in done || 'text' in done) return done
  if (task.variable !== '' && done.gives !== undefined) run.values[task.variable] = done.gives
  noteNext(run, task, task.variable === '' ? [] : run.idsOf(task.variable))
  run.performed.push({
    kind: 'performed',
    stepTaskId: task.id,
    ms: Math.round(performance.now() - startedAt),
    detail: { count: done.count ?? 0 },
  })
  return done
}

function noteNext(
  run: ActiveRun,
  { executeWizardInNextAction: next }: DefinedTask,
  ids: readonly number[],
): void {
  if (next === null) return
  run.afterCommit.push({ kind: 'next', dataWizardId: next, boundRecordId: ids[0] ?? run.row.boundRecordId })
}

function framesOf(
  run: ActiveRun,
  { executeInLoopValue: name }: DefinedTask,
  variables: ReturnType<ActiveRun['variablesFor']>,
): (number | null)[] {
  if (name === null) return [null]
  const variable = resolveName(name, { env: run.env, variables })
  if (!variable || collectionOfVariable(variable) === null) throw new AppError('not_found')
  return run.idsOf(name)
}
