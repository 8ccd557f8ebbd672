/** Runs for administrators: lists, timelines, retry, roll back. */
import { AppError } from '@muster/contract/errors'
import type { UndoResult } from '@muster/contract/operations/operations.schema'
import type { ListedRun, RunEvent, RunMove } from '@muster/contract/wizards/runs.schema'
import { mayHappen, type WizardRunState } from '@muster/contract/wizards/wizards.machine'
import { type Deps, type TeamModel, type UndoRegistry, undoOperation } from '../../../engine/public.ts'
import { transaction } from '../../../platform/db.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import { definitionOf } from '../definition-of.ts'
import { readWizard } from '../definitions.repo.ts'
import {
  changedRecords,
  dropOff,
  type ListedRow,
  listRuns,
  movesOf,
  namesOfUsers,
  versionNumbers,
} from './admin.repo.ts'
import { readRecordNames } from './record-names.ts'
import { addEvents, applyToRun, eventsOf, findRun } from './runs.repo.ts'

const mostRecords = 100

export class RunAdmin {
  private readonly deps: Deps
  private readonly undo: UndoRegistry

  constructor(deps: Deps, undo: UndoRegistry) {
    this.deps = deps
    this.undo = undo
  }

  async list(
    { teamId }: TeamUser,
    dataWizardId: number,
    query: { state?: WizardRunState | undefined; before?: number | undefined; limit: number },
  ) {
    const { pool, models } = this.deps
    const { schema } = await models.get(teamId)
    const { state, before, limit } = query
    const found = await listRuns(pool, schema, { dataWizardId, state, before }, limit + 1)
    const items = await this.present(teamId, found.slice(0, limit))
    return {
      items,
      nextBefore: found.length > limit ? (items.at(-1)?.id ?? null) : null,
      dropOff: await dropOff(pool, schema, dataWizardId),
    }
  }

  /** @throws AppError not_found */
  async moves({ teamId }: TeamUser, dataWizardId: number): Promise<{ items: RunMove[] }> {
    const { pool, models } = this.deps
    const { schema } = await models.get(teamId)
    const stored = await readWizard(pool, teamId, dataWizardId)
    if (!stored) throw new AppError('not_found')
    const tasks = definitionOf(stored).steps.flatMap((step) => step.tasks)
    const ids = tasks.map(({ id }) => id)
    return { items: await movesOf(pool, schema, dataWizardId, ids) }
  }

  async detail(teamUser: TeamUser, id: number) {
    const { pool, models } = this.deps
    const model = await models.get(teamUser.teamId)
    const run = await this.one(model, id)
    const events: RunEvent[] = await eventsOf(pool, model.schema, id)
    return { ...run, events, records: await this.recordsOf(model, teamUser, run) }
  }

  /** Records that the caller may see; those of others are counted only. */
  private async recordsOf(model: TeamModel, teamUser: TeamUser, { operationId }: ListedRun) {
    if (operationId === null) return []
    const changed = await changedRecords(this.deps.pool, model.schema, operationId, mostRecords)
    const names = await readRecordNames(this.deps.pool, model, teamUser, changed)
    return changed.flatMap(({ id, type }) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ id, name, type }]
    })
  }

  /** @throws AppError run_ended if it has not failed */
  async retry(teamUser: TeamUser, id: number): Promise<ListedRun> {
    const { pool, models, jobs } = this.deps
    const model = await models.get(teamUser.teamId)
    await transaction(pool, async (client) => {
      const row = await findRun(client, model.schema, id, { lock: true })
      if (!row) throw new AppError('not_found')
      if (!mayHappen(row.state, 'retry')) throw new AppError('run_ended')
      await applyToRun(client, model.schema, id, 'retry')
      if (row.outcome && row.outcome.background.length > 0) {
        await applyToRun(client, model.schema, id, 'continue')
        const payload = { teamId: model.teamId, wizardRunId: id }
        await jobs.add('wizard_continue', payload, { client, jobKey: `wizard ${model.teamId} ${id}` })
      }
    })
    return this.one(model, id)
  }

  /**
   * Undoes the run's operation. Messages that were sent are not taken back.
   *
   * @returns null if it had saved nothing
   * @throws AppError run_ended while it goes on; as `undoOperation`
   */
  async rollBack(teamUser: TeamUser, id: number): Promise<UndoResult | null> {
    const { pool, models } = this.deps
    const model = await models.get(teamUser.teamId)
    const row = await findRun(pool, model.schema, id)
    if (!row) throw new AppError('not_found')
    if (!mayHappen(row.state, 'rollBack')) throw new AppError('run_ended')
    const result =
      row.operationId === null
        ? null
        : await undoOperation(this.deps, this.undo, model.teamId, teamUser, row.operationId)
    await applyToRun(pool, model.schema, id, 'rollBack')
    await addEvents(pool, model.schema, id, [
      { kind: 'rolled_back', detail: { restored: result?.restored ?? 0 } },
    ])
    return result
  }

  private async one(model: TeamModel, id: number): Promise<ListedRun> {
    const [run] = await this.present(model.teamId, await listRuns(this.deps.pool, model.schema, { id }, 1))
    if (!run) throw new AppError('not_found')
    return run
  }

  private async present(teamId: number, found: readonly ListedRow[]): Promise<ListedRun[]> {
    const { pool } = this.deps
    const users = [...new Set(found.flatMap(({ teamUserId }) => teamUserId ?? []))]
    const versions = [...new Set(found.map(({ versionId }) => versionId))]
    const names = new Map((await namesOfUsers(pool, teamId, users)).map(({ id, name }) => [id, name]))
    const numbers = new Map(
      (await versionNumbers(pool, teamId, versions)).map(({ id, number }) => [id, number]),
    )
    return found.map(({ versionId, ...run }) => ({
      ...run,
      versionNumber: numbers.get(versionId) ?? 0,
      by: run.teamUserId === null ? null : (names.get(run.teamUserId) ?? null),
    }))
  }
}
