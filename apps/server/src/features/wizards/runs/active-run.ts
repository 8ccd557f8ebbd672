/** A run while a request works on it: its row, its version, and what its tasks have done so far in the transaction. */
import type { Language } from '@muster/contract/paging'
import type { DefinedTask } from '@muster/contract/wizards/definition'
import type { Answer } from '@muster/contract/wizards/runs.schema'
import { variablesAt } from '@muster/contract/wizards/scope'
import type { DesignEnv, Need } from '@muster/contract/wizards/tasks/definition'
import { boundVariable, itemVariable, type Variable } from '@muster/contract/wizards/variables'
import { type Caller, type Deps, insertOperation, type TeamModel } from '../../../engine/public.ts'
import type { Transaction } from '../../../platform/db.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import type { Version } from '../versions.ts'
import { callerOfNeeds, ownCaller } from './run-access.ts'
import type { AfterCommit, NewEvent, RunRow, StoredOutcome } from './runs.repo.ts'

export interface RunSetup {
  deps: Deps
  model: TeamModel
  env: DesignEnv
  version: Version
  row: RunRow
  /** The person with a session; null for visitors and jobs without one. */
  teamUser: TeamUser | null
  client: Transaction
}

export class ActiveRun {
  readonly deps: Deps
  readonly model: TeamModel
  readonly env: DesignEnv
  readonly version: Version
  readonly row: RunRow
  readonly teamUser: TeamUser | null
  readonly client: Transaction
  readonly now = new Date()
  /** By name: ids of records, or a value of the variable's type. */
  values: Record<string, unknown> = {}
  /** Ids of the records made since the segment began, in order: answers name them by their position. */
  created: number[] = []
  /** Roots with changed records, for live updates. */
  changedHomes = new Set<number>()
  /** Whether people were added to a message, which is then sent. */
  hasSent = false
  afterCommit: AfterCommit[] = []
  background: number[] = []
  performed: NewEvent[] = []
  /** A search within the current question, which is not an answer yet. */
  search: { stepTaskId: number; answer: Answer } | null = null
  /** The locks of the wizard's limits are held. */
  hasLimits = false
  /** Whether this pass will be committed, if it gets to a save point. */
  isCommit = false
  /** Something must be done again by a pass that is committed: numbers to take, limits to hold. */
  needsCommitPass = false
  /** Of a dry run, what its last pass did. */
  would: StoredOutcome['would'] = null
  /** What save points before the end have left for it. */
  readonly pending: StoredOutcome
  readonly pendingAfter: AfterCommit[] = []
  private operationId: number | null = null

  constructor(setup: RunSetup) {
    this.deps = setup.deps
    this.model = setup.model
    this.env = setup.env
    this.version = setup.version
    this.row = setup.row
    this.teamUser = setup.teamUser
    this.client = setup.client
    this.pending = setup.row.outcome ?? {
      exportIds: [],
      next: null,
      would: null,
      messages: [],
      background: [],
      after: [],
    }
    this.pendingAfter.push(...this.pending.after)
  }

  get language(): Language {
    return this.row.language
  }

  /** Forgets what a pass did that was rolled back. */
  begin(isCommit: boolean): void {
    const { row } = this
    this.values = { ...row.variables }
    if (row.boundRecordId !== null) this.values[boundVariable] = [row.boundRecordId]
    if (this.teamUser) this.values.currentUser = this.teamUser.teamUserId
    this.created = []
    this.changedHomes = new Set()
    this.afterCommit = []
    this.background = []
    this.performed = []
    this.isCommit = isCommit
    this.needsCommitPass = false
    this.operationId = row.operationId
  }

  variablesFor(task: DefinedTask): Variable[] {
    return variablesAt(this.version.definition, task.id, this.env)
  }

  /** Whose rights count for what a task needs. */
  callerFor(needs: readonly Need[]): Caller {
    if (this.runsAsPerson) return ownCaller(this)
    return callerOfNeeds(this, needs)
  }

  /** Whether reading and writing follow the rights of a signed-in person. */
  get runsAsPerson(): boolean {
    return this.teamUser !== null && this.version.definition.runsWith === 'person'
  }

  /** The run's one operation, which a roll back undoes. */
  async operation(): Promise<number> {
    const { client: executor, model } = this
    this.operationId ??= await insertOperation({ executor, model, caller: this.callerFor([]) }, 'wizard_run')
    return this.operationId
  }

  /** At a save point: what the pass left is done once the run ends. */
  keepForEnd(): void {
    this.pending.background.push(...this.background)
    this.pendingAfter.push(...this.afterCommit)
    this.pending.after = this.pendingAfter
    this.row.outcome = this.pending
  }

  get knownOperationId(): number | null {
    return this.operationId
  }

  /** Ids in a variable of records, or in a turn's `item`. */
  idsOf(name: string, item: number | null = null): number[] {
    if (name === itemVariable) return item === null ? [] : [item]
    const value = this.values[name]
    if (Array.isArray(value)) return value.filter((id): id is number => typeof id === 'number')
    return typeof value === 'number' ? [value] : []
  }

  /** The id by which a person's browser knows a record: records of this segment have negative ones. */
  toWire(id: number): number {
    const at = this.created.indexOf(id)
    return at < 0 ? id : -(at + 1)
  }

  fromWire(id: number): number {
    return id < 0 ? (this.created[-id - 1] ?? 0) : id
  }
}
