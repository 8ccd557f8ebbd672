/**
 * Limits on the number of records. At a save point the limit's lock is taken before anything is written, then the
 * records are counted as they really are; before that, a count is only a hint. In each process one run at a time waits
 * for a limit, so that waiting runs do not occupy the connections.
 */
import { AppError } from '@muster/contract/errors'
import type { Filter } from '@muster/contract/filters/ast'
import { resolveFilter } from '@muster/contract/filters/variables'
import type { DefinedTask } from '@muster/contract/wizards/definition'
import { tasksOf } from '@muster/contract/wizards/scope'
import type { Capacity } from '@muster/contract/wizards/tasks/definition'
import { type Variable, variablesIn } from '@muster/contract/wizards/variables'
import { all, always, filterToSql, livingRows, tables } from '../../../engine/public.sql.ts'
import { accessTo, everything, requestPageIndexes, scopeOf } from '../../../engine/public.ts'
import { run as execute, one, sql } from '../../../platform/db.ts'
import type { ActiveRun } from './active-run.ts'
import { scopeFor, sourceValue } from './values.ts'

/** Thrown by a pass that would write under a limit without having its lock. */
export class NeedsLimit extends Error {}

/**
 * Whether `count` more records fit.
 *
 * @throws AppError wizard_full where the wizard stops then
 */
export async function hasRoom(
  run: ActiveRun,
  task: DefinedTask,
  capacity: Capacity,
  dataCollectionId: number,
  count: number,
  variables: readonly Variable[],
): Promise<boolean> {
  if (!run.isCommit) run.needsCommitPass = true
  const names = [...variablesIn(capacity.max), ...variablesIn(capacity.counted)]
  const scope = await scopeFor(run, variables, names)
  const max =
    typeof capacity.max === 'number' ? capacity.max : Number(sourceValue(scope, capacity.max, false) ?? 0)
  const counted = await countOf(run, capacity.counted as Filter | null, dataCollectionId, scope.values)
  if (counted + count <= max) return true
  if (capacity.whenFull === 'continue') return false
  const text = capacity.fullTextTranslations[run.language] || capacity.fullText
  throw new AppError('wizard_full', {
    params: { text, left: Math.max(0, max - counted), stepTaskId: task.id },
  })
}

/** The places that are taken do not depend on who asks; only their number is used. */
async function countOf(
  run: ActiveRun,
  filter: Filter | null,
  dataCollectionId: number,
  values: Record<string, unknown>,
): Promise<number> {
  const { model } = run
  const scope = scopeOf({ model, caller: everything, access: accessTo(model, everything, dataCollectionId) })
  const where = all([livingRows(scope), filter ? filterToSql(resolveFilter(filter, values), scope) : always])
  const found = await one<{ count: number }>(
    run.client,
    sql`select count(*) as count from ${tables(scope)} where ${where}`,
  )
  return found?.count ?? 0
}

/** Takes the locks of a wizard's limits, in order. */
export async function lockLimits(run: ActiveRun): Promise<void> {
  for (const key of limitKeys(run.model.teamId, run.version.definition)) {
    await execute(run.client, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  }
}

/** One key per collection that a limit counts, so that wizards with the same places share it. */
export function limitKeys(
  teamId: number,
  { steps }: { steps: readonly { tasks: readonly DefinedTask[] }[] },
): string[] {
  const limited = steps
    .flatMap(({ tasks }) => tasks)
    .filter(({ settings }) => settings.capacity)
    .map(({ settings }) => `wizard limit ${teamId} ${String(settings.dataCollectionId)}`)
  return [...new Set(limited)].sort()
}

const gates = new Map<string, Promise<unknown>>()

/** Runs work one at a time for each key in this process. */
async function throughGate<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = gates.get(key) ?? Promise.resolve()
  const own = before.then(work, work)
  const settled = own.catch(() => {})
  gates.set(key, settled)
  try {
    return await own
  } finally {
    if (gates.get(key) === settled) gates.delete(key)
  }
}

/** Makes an attempt, and another one behind the gates of the limits where it needs their locks. */
export function behindGates<Result>(
  attempt: (hasLimits: boolean) => Promise<Result>,
  active: () => ActiveRun | undefined,
): Promise<Result> {
  return attempt(false).catch((error: unknown) => {
    const run = active()
    if (!(error instanceof NeedsLimit) || !run) throw error
    requestIndexes(run)
    return throughGates(limitKeys(run.model.teamId, run.version.definition), () => attempt(true))
  })
}

/** The next one waits for the count: what is counted often gets an index, as filters of pages do. */
function requestIndexes({ deps, model, version }: ActiveRun): void {
  for (const { settings } of tasksOf(version.definition)) {
    const { capacity, dataCollectionId } = settings as { capacity?: Capacity; dataCollectionId?: number }
    if (!capacity?.counted || !dataCollectionId) continue
    const access = accessTo(model, everything, dataCollectionId)
    const filter = capacity.counted as Filter
    requestPageIndexes(deps, { model, caller: everything, access }, { sort: [], filter })
  }
}

function throughGates<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
  return keys.reduceRight<() => Promise<Result>>((inner, key) => () => throughGate(key, inner), work)()
}
