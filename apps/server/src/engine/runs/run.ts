/**
 * A run of background work. Its state is stored in a row and changes only as the contract's state machine
 * allows.
 */

import { type RunEvent, type RunState, runTransitions } from '@muster/contract/runs/runs.machine'
import { type Executor, empty, ident, join, lazily, run, type Sql, sql } from '../../platform/db.ts'

/** Values stored with a transition, by name. */
export type RunValues<Value = unknown> = Readonly<Record<string, Value>>
/** A value for a column. */
export type ColumnValue = Sql | string | number | null

/**
 * Why a run failed: a code of the error catalogue, and the line of the imported file that caused it, if any.
 */
export interface RunFailure {
  code: string
  line: number | null
}

/** Where the state of one kind of run is stored. */
export interface RunStore<Value> {
  table: Sql
  /** Reads the state of a row. */
  state: Sql
  /** Assignments of an UPDATE that store a state and the values of the transition. */
  assign(state: string, values: RunValues<Value>): Sql
  /** Names of states in the row that differ from those of the state machine. */
  names?: Partial<Record<RunState, string>>
  /** Values that are always stored with an event. */
  also?: Partial<Record<RunEvent, RunValues<Value>>>
  failure(failure: RunFailure): RunValues<Value>
}

/** Stores the state of a run in a separate column. */
export function inColumn(column: string): Pick<RunStore<ColumnValue>, 'state' | 'assign'> {
  return {
    state: ident(column),
    assign: (state, values) =>
      join([
        sql`${ident(column)} = ${state}`,
        ...Object.entries(values).map(([name, value]) => sql`${ident(name)} = ${value}`),
      ]),
  }
}

export class Run<Value = ColumnValue> {
  readonly id: number
  private readonly store: RunStore<Value>

  constructor(store: RunStore<Value>, id: number) {
    this.store = store
    this.id = id
  }

  /**
   * @param options.isLazy see `lazily`: for progress that would be made again, not in a transaction with the work itself
   * @returns false, with nothing changed, if the run's state does not accept the event, for example after a
   * cancel
   */
  async apply(
    executor: Executor,
    event: RunEvent,
    values: RunValues<Value> = {},
    { isLazy = false } = {},
  ): Promise<boolean> {
    const { table, also } = this.store
    const assignments = this.store.assign(this.name(runTransitions[event].to), {
      ...also?.[event],
      ...values,
    })
    const from = isLazy ? sql` from ${lazily}` : empty
    const moved = await run(
      executor,
      sql`update ${table} set ${assignments}${from} where ${this.accepts(event)}`,
    )
    return moved > 0
  }

  /** @returns whether it was running */
  fail(executor: Executor, failure: RunFailure): Promise<boolean> {
    return this.apply(executor, 'fail', this.store.failure(failure))
  }

  /** Condition on the row: it belongs to this run and is in a state that accepts the event. */
  accepts(event: RunEvent): Sql {
    const { state } = this.store
    const from = [...new Set(runTransitions[event].from.map((each) => this.name(each)))]
    return sql`id = ${this.id} and ${state} = any(${from}::text[])`
  }

  /** Name of a state in the row. */
  name(state: RunState): string {
    return this.store.names?.[state] ?? state
  }
}
