/** Runs of wizards, for people with a session and for visitors. */
import crypto from 'node:crypto'
import { AppError } from '@muster/contract/errors'
import type { Language } from '@muster/contract/paging'
import { hasPermission } from '@muster/contract/roles/permissions'
import type { WizardDefinition } from '@muster/contract/wizards/definition'
import type { Answer, RunOptions, RunScreen, StartRun } from '@muster/contract/wizards/runs.schema'
import { mayHappen } from '@muster/contract/wizards/wizards.machine'
import type { Deps, FieldModel, TeamModel } from '../../../engine/public.ts'
import { type Executor, type Transaction, transaction } from '../../../platform/db.ts'
import { FairSlots } from '../../../platform/fair-slots.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import { poolSize } from '../../../platform/http/read-limits.ts'
import { designIds } from '../definitions.repo.ts'
import { designEnv } from '../design-env.ts'
import { checkMayRun } from '../may-run.ts'
import { liveVersion, versionOf } from '../versions.ts'
import { ActiveRun } from './active-run.ts'
import { forgetValues, goOn, look } from './advance.ts'
import { behindGates, limitKeys } from './capacity.ts'
import { homeOfRecord, isReadable, runOptions } from './options.ts'
import { TaskError } from './replay.ts'
import type { Holder, RunBy } from './run-by.ts'
import { addEvents, findRun, hasRun, insertRun, noteError, type RunRow, saveRun } from './runs.repo.ts'
import { screenOf } from './screen.ts'

/** How a visitor's run begins. */
export interface PublicStart {
  language: Language
  prefill: Readonly<Record<string, string>>
  /** The record that a personal link or a verified address bound. */
  boundRecordId: number | null
  isProven: boolean
  /** SHA-256 of the personal link, which works once. */
  tokenHash: Buffer | null
}

/** How often a transaction is tried again that another one was in the way of. */
const maxTries = 4

/**
 * Steps that run at a time in this process, in total and for each team. A crowd that presses the button at once would
 * otherwise take every connection, and all other requests would wait for the whole crowd.
 */
const steps = new FairSlots<number>({ total: poolSize / 2, perKey: 3, maxWaiting: 2000 })

export class RunService {
  readonly deps: Deps

  constructor(deps: Deps) {
    this.deps = deps
  }

  /** @throws AppError not_found, access_denied, wizard_closed, wizard_not_live */
  async start(teamUser: TeamUser, dataWizardId: number, body: StartRun): Promise<RunScreen> {
    const { teamId, teamUserId } = teamUser
    const model = await this.deps.models.get(teamId)
    checkMayRun(model, teamUser, dataWizardId)
    const isDesigner = hasPermission(teamUser, 'team_admin_data_wizards')
    // A dry run shows what it would change with the wizard's own rights, too.
    if (body.isDry && !isDesigner) throw new AppError('access_denied')
    return this.inTransaction(model, teamUser, async (client) => {
      const version = await liveVersion(client, model, dataWizardId)
      const { definition } = version
      if (!body.isDry) checkOpen(definition)
      const boundRecordId = body.dataRecordId ?? null
      if (boundRecordId !== null) await checkMayBind(client, model, teamUser, definition, boundRecordId)
      return insertRun(client, model.schema, {
        dataWizardId,
        versionId: version.id,
        isDry: body.isDry,
        teamUserId,
        keyHash: null,
        tokenHash: null,
        boundRecordId,
        isProven: false,
        language: languageOf(definition, body.language),
        prefill: body.prefill,
        variables: {},
        parentRunId: null,
      })
    })
  }

  /** @returns the key, which is stored nowhere. @throws AppError as `start`; link_used */
  async startPublic(
    teamId: number,
    dataWizardId: number,
    start: PublicStart,
  ): Promise<{ key: string; screen: RunScreen }> {
    const model = await this.deps.models.get(teamId)
    const key = crypto.randomBytes(16).toString('hex')
    const screen = await this.inTransaction(model, null, async (client) => {
      const version = await liveVersion(client, model, dataWizardId)
      const { definition } = version
      // A personal link may lead to a wizard that is not public.
      if (!definition.isPublic && !start.isProven) throw new AppError('not_found')
      checkOpen(definition)
      return insertRun(client, model.schema, {
        dataWizardId,
        versionId: version.id,
        isDry: false,
        teamUserId: null,
        keyHash: hashOfKey(key),
        tokenHash: start.tokenHash,
        boundRecordId: start.boundRecordId,
        isProven: start.isProven,
        language: languageOf(definition, start.language),
        prefill: { ...start.prefill },
        variables: {},
        parentRunId: null,
      })
    }).catch((error: unknown) => {
      throw isTokenTaken(error) ? new AppError('link_used', { cause: error }) : error
    })
    return { key, screen }
  }

  /**
   * What a run of anybody would ask first, if one began now; no run is stored.
   *
   * @throws AppError not_found, wizard_not_live
   */
  async firstScreen(teamId: number, dataWizardId: number, language: Language): Promise<RunScreen> {
    const model = await this.deps.models.get(teamId)
    return this.step(model, async (client) => {
      const version = await liveVersion(client, model, dataWizardId)
      const row = notStored(dataWizardId, version.id, languageOf(version.definition, language))
      return look(await this.activate(model, null, client, row, false))
    })
  }

  /**
   * Refuses a visitor without the run's key before anything else is done for them.
   *
   * @throws AppError not_found
   */
  async requireKey({ teamId, key }: Holder, runId: number): Promise<void> {
    const { schema } = await this.deps.models.get(teamId)
    const isKnown = await hasRun(this.deps.pool, schema, { id: runId, keyHash: hashOfKey(key) })
    if (!isKnown) throw new AppError('not_found')
  }

  /** @throws AppError not_found, also for a wrong key */
  get(by: RunBy, runId: number): Promise<RunScreen> {
    return this.onRun(by, runId, { locks: false }, look)
  }

  /**
   * @throws AppError run_ended, run_moved_on (with the screen), validation_failed, wizard_full
   */
  advance(
    by: RunBy,
    runId: number,
    { stepToken, answer, language }: { stepToken: string; answer: Answer; language?: Language | undefined },
  ): Promise<RunScreen> {
    return this.onRun(by, runId, { locks: true }, async (run) => {
      const { row } = run
      if (stepToken === row.lastToken) return look(run)
      await checkWaits(run, stepToken)
      if (language) row.language = languageOf(run.version.definition, language)
      if (row.stepTaskId === null) return goOn(run)
      if (answer.kind === 'pick' && answer.onlySearches) {
        run.search = { stepTaskId: row.stepTaskId, answer }
        return look(run)
      }
      row.answers.values[String(row.stepTaskId)] = answer
      row.answers.done.push(row.stepTaskId)
      await addEvents(run.client, run.model.schema, row.id, [
        { kind: 'answered', wizardStepId: row.wizardStepId, stepTaskId: row.stepTaskId },
      ])
      return goOn(run)
    })
  }

  /** @throws AppError run_ended, run_moved_on */
  back(by: RunBy, runId: number, stepToken: string): Promise<RunScreen> {
    return this.onRun(by, runId, { locks: true }, async (run) => {
      await checkWaits(run, stepToken)
      run.row.answers.done.pop()
      return goOn(run)
    })
  }

  /** @throws AppError run_ended */
  setLanguage(by: RunBy, runId: number, language: Language): Promise<RunScreen> {
    return this.onRun(by, runId, { locks: true }, async (run) => {
      const { row, client, model } = run
      row.language = languageOf(run.version.definition, language)
      await saveRun(client, model.schema, row)
      return look(run)
    })
  }

  /** @throws AppError run_ended */
  cancel(by: RunBy, runId: number): Promise<RunScreen> {
    return this.onRun(by, runId, { locks: true }, async (run) => {
      const { row, client, model } = run
      if (!mayHappen(row.state, 'cancel')) throw new AppError('run_ended')
      row.state = 'cancelled'
      forgetValues(row)
      await saveRun(client, model.schema, row)
      await addEvents(client, model.schema, row.id, [{ kind: 'ended', detail: { state: row.state } }])
      return screenOf(run, null)
    })
  }

  /** A run that waits for its person, as it is stored. @throws AppError not_found, run_ended */
  waiting(
    by: RunBy,
    runId: number,
  ): Promise<{ row: RunRow; model: TeamModel; definition: WizardDefinition }> {
    return this.onRun(by, runId, { locks: false }, async ({ row, model, version }) => {
      if (row.state !== 'waiting') throw new AppError('run_ended')
      return { row, model, definition: version.definition }
    })
  }

  /** Records to choose from in a field that the current question asks for. */
  options(by: RunBy, runId: number, body: RunOptions): ReturnType<typeof runOptions> {
    return this.onRun(by, runId, { locks: false }, async (run) => {
      const field = await askedFieldOf(run, body.dataFieldId)
      return runOptions(run, field, body)
    })
  }

  /** The field, if the run's current question asks for it. @throws AppError not_found */
  askedField(by: RunBy, runId: number, dataFieldId: number): Promise<FieldModel> {
    return this.onRun(by, runId, { locks: false }, async (run) => {
      const field = await askedFieldOf(run, dataFieldId)
      if (!('columnName' in field)) throw new AppError('not_found')
      return field as FieldModel
    })
  }

  private async inTransaction(
    model: TeamModel,
    teamUser: TeamUser | null,
    make: (client: Transaction) => Promise<RunRow>,
  ): Promise<RunScreen> {
    let active: ActiveRun | undefined
    const attempt = (hasLimits: boolean) =>
      this.step(model, async (client) => {
        const row = await make(client)
        active = await this.activate(model, teamUser, client, row, hasLimits)
        await addEvents(client, model.schema, row.id, [{ kind: 'started' }])
        return goOn(active)
      })
    const screen = await behindGates(attempt, () => active).catch((error: unknown) => {
      throw error instanceof TaskError ? error.cause : error
    })
    if (active) this.announce(active)
    return screen
  }

  /** Does something with a run in one transaction. */
  private async onRun<Result>(
    by: RunBy,
    runId: number,
    { locks }: { locks: boolean },
    work: (run: ActiveRun) => Promise<Result>,
  ): Promise<Result> {
    const model = await this.deps.models.get(by.teamId)
    const teamUser = 'teamUser' in by ? by.teamUser : null
    let active: ActiveRun | undefined
    const attempt = (hasLimits: boolean) =>
      this.step(model, async (client) => {
        const row = await findRun(client, model.schema, runId, { lock: locks })
        if (!row || !isTheirs(row, by)) throw new AppError('not_found')
        // A visitor who signed in goes on as themselves.
        if (teamUser) row.teamUserId ??= teamUser.teamUserId
        if (teamUser) checkMayRun(model, teamUser, row.dataWizardId)
        active = await this.activate(model, teamUser, client, row, hasLimits)
        return work(active)
      })
    const result = await this.repeated(model, runId, () => behindGates(attempt, () => active))
    if (active && locks) this.announce(active)
    return result
  }

  /** A transaction, when it is the team's turn. @throws AppError busy when too many wait */
  private step<Result>(
    { teamId }: TeamModel,
    work: (client: Transaction) => Promise<Result>,
  ): Promise<Result> {
    return steps.run(teamId, neverGivenUp, () => transaction(this.deps.pool, work))
  }

  /** Tries again after a serialization failure or a deadlock; notes on the run why anything else failed. */
  private async repeated<Result>(
    model: TeamModel,
    runId: number,
    attempt: () => Promise<Result>,
  ): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt()
      } catch (error) {
        if (tries < maxTries && isConflict(error)) continue
        const cause = error instanceof TaskError ? error.cause : error
        if (!(cause instanceof AppError)) {
          this.deps.log.error(
            { err: cause, teamId: model.teamId, wizardRunId: runId },
            'a step of a wizard failed',
          )
          await noteFailure(this.deps, model, runId)
        }
        throw cause
      }
    }
  }

  private async activate(
    model: TeamModel,
    teamUser: TeamUser | null,
    client: Transaction,
    row: RunRow,
    hasLimits: boolean,
  ): Promise<ActiveRun> {
    const version = await versionOf(client, model, row.versionId)
    const env = designEnv(model, await designIds(client, model.teamId))
    const run = new ActiveRun({ deps: this.deps, model, env, version, row, teamUser, client })
    // A wizard without limits needs no lock for what it saves.
    run.hasLimits = hasLimits || limitKeys(model.teamId, version.definition).length === 0
    return run
  }

  private announce({ changedHomes, hasSent, model, row }: ActiveRun): void {
    if (hasSent) void this.deps.live.changed(model.teamId, { kind: 'messages' })
    if (row.isDry || row.operationId === null) return
    for (const home of changedHomes) this.deps.live.recordsChanged(model.teamId, home, 'all')
  }
}

/** An answer is worth saving, also if its person has gone. */
const neverGivenUp = () => new AbortController().signal

/** A run that has just begun and is in no table. */
const notStored = (dataWizardId: number, versionId: number, language: Language): RunRow => ({
  id: 0,
  dataWizardId,
  versionId,
  state: 'waiting',
  isDry: false,
  teamUserId: null,
  keyHash: null,
  boundRecordId: null,
  isProven: false,
  language,
  segmentStart: 0,
  variables: {},
  answers: { done: [], values: {} },
  prefill: {},
  wizardStepId: null,
  stepTaskId: null,
  stepToken: '',
  lastToken: null,
  operationId: null,
  parentRunId: null,
  outcome: null,
  error: null,
  updatedAt: new Date().toISOString(),
})

async function noteFailure({ pool }: Deps, { schema }: TeamModel, runId: number): Promise<void> {
  await noteError(pool, schema, runId, 'internal')
  await addEvents(pool, schema, runId, [{ kind: 'failed', detail: { code: 'internal' } }])
}

const isConflict = (error: unknown): boolean => {
  const { code } = ((error instanceof TaskError ? error.cause : error) ?? {}) as { code?: string }
  return code === '40001' || code === '40P01'
}

const isTokenTaken = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'wizard_run_token'

export const hashOfKey = (key: string): Buffer => crypto.createHash('sha256').update(key).digest()

function isTheirs(row: RunRow, by: RunBy): boolean {
  if ('teamUser' in by && row.teamUserId !== null) return row.teamUserId === by.teamUser.teamUserId
  if (row.keyHash === null || by.key === undefined) return false
  return crypto.timingSafeEqual(hashOfKey(by.key), Buffer.from(row.keyHash, 'hex'))
}

/** @throws AppError run_ended, run_moved_on with where the run stands */
async function checkWaits(run: ActiveRun, stepToken: string): Promise<void> {
  const { row } = run
  if (row.state !== 'waiting') throw new AppError('run_ended')
  if (stepToken !== row.stepToken) throw new AppError('run_moved_on', { params: { screen: await look(run) } })
}

/** @throws AppError wizard_closed */
export function checkOpen({ isOpen, opensAt, closesAt }: WizardDefinition): void {
  if (!isOpenNow({ isOpen, opensAt, closesAt })) throw new AppError('wizard_closed')
}

export function isOpenNow(
  { isOpen, opensAt, closesAt }: Pick<WizardDefinition, 'isOpen' | 'opensAt' | 'closesAt'>,
  now = Date.now(),
): boolean {
  if (!isOpen) return false
  return (opensAt === null || Date.parse(opensAt) <= now) && (closesAt === null || now < Date.parse(closesAt))
}

/** One of the wizard's languages: the wanted one, or its own. */
export function languageOf(definition: WizardDefinition, wanted: Language | undefined): Language {
  const { availableLanguages, interfaceLanguage } = definition
  if (wanted && availableLanguages.includes(wanted)) return wanted
  return availableLanguages.includes(interfaceLanguage) ? interfaceLanguage : (availableLanguages[0] ?? 'en')
}

/** A field that the current question asks for, or that of a variable. @throws AppError not_found */
async function askedFieldOf(run: ActiveRun, dataFieldId: number) {
  const { ask } = await look(run)
  const asked =
    ask?.kind === 'form'
      ? ask.fields
      : ask?.kind === 'pick'
        ? ask.newFields
        : ask?.kind === 'value'
          ? [ask.field]
          : []
  const found = asked.find(({ id }) => id === dataFieldId)
  if (!found) throw new AppError('not_found')
  if (ask?.kind === 'value') return { dataType: found.dataType, settings: found.settings }
  const field = run.model.fields.get(dataFieldId)
  if (!field) throw new AppError('not_found')
  return field
}

/** @throws AppError not_found for a record that the person may not see, or that the wizard is not linked to */
async function checkMayBind(
  executor: Executor,
  model: TeamModel,
  teamUser: TeamUser,
  definition: WizardDefinition,
  recordId: number,
): Promise<void> {
  const home = await homeOfRecord(executor, model, recordId)
  const bound = model.collections.get(definition.boundDataCollectionIds[0] ?? 0)
  if (home === null || bound?.homeId !== home) throw new AppError('not_found')
  if (!(await isReadable(executor, model, teamUser, recordId))) throw new AppError('not_found')
}
