/** Undo steps and the context that they share. */

import type { UndoResult } from '@muster/contract/operations/operations.schema'
import {
  ident,
  join,
  literal,
  one,
  rawSql,
  rows,
  type Sql,
  sql,
  type Transaction,
} from '../../platform/db.ts'
import type { Caller } from '../access/caller.ts'
import { homeContext, type WriteContext } from '../access/tree-context.ts'
import type { Deps } from '../deps.ts'
import type { TeamModel } from '../model/model.ts'
import type { WriteDeps } from '../write/create.ts'
import { eventsIn } from '../write/mutate.sql.ts'
import { maxIndexedAtOnce } from '../write/schedule-indexing.ts'
import type { OperationRow } from './operation-row.ts'

/** The context of a running undo; `caller` is the one who undoes the operation. */
export interface Undo extends Omit<WriteContext, 'access'> {
  operation: OperationRow
  /** The undoing operation. */
  id: number
  /** Ids of fields whose type changed after the operation, so that logged values no longer fit. */
  retyped: ReadonlySet<number>
  /** Set by a step that skipped something because the caller lacks the permission. */
  denied: boolean
}

/** Maximum number of skipped values in the response; all are counted. */
export const maxSkipped = 100

export type UndoDeps = Pick<Deps, 'pool' | 'models' | 'jobs'> & WriteDeps

/** Undoes a kind of operation in its own way and its own transaction. */
export interface UndoHandler {
  handles(operation: OperationRow): boolean
  undo(deps: UndoDeps, teamId: number, caller: Caller, operationId: number): Promise<UndoResult>
}

/**
 * Undo steps and handlers, registered where the server is composed, so that the engine does not import
 * features.
 */
export interface UndoRegistry {
  /** Steps that undo an operation on records, in this order. */
  steps: readonly UndoStep[]
  /** Handlers of operations that did more than change records. */
  handlers: readonly UndoHandler[]
}

/** Undoes one aspect of an operation on records: first reads what it needs, then returns its actions. */
export type UndoStep = (undo: Undo) => UndoActions | Promise<UndoActions>

export interface UndoActions {
  /** Undoes its aspect for the records of one root. @returns the events left for later steps */
  ofHome?(events: HomeEvents): Promise<HomeEvents>
  /** Runs after all records: undoes changes outside of them. */
  afterRecords?(): Promise<void>
}

/** The events of an operation on the records of one root collection. */
export interface HomeEvents {
  home: number
  types: string[]
  /** Keys of changed values. */
  keys: string[]
}

export async function homesOf(
  client: Transaction,
  model: TeamModel,
  operationId: number,
): Promise<HomeEvents[]> {
  return rows<HomeEvents>(
    client,
    sql`select r.data_collection_id as home, array_agg(distinct l.type) as types,
          array_remove(array_agg(distinct k.key), null) as keys
        from ${eventsIn(model.schema)} l
          join ${ident(model.schema, 'data_record')} r on r.id = l.record_id
          left join lateral jsonb_object_keys(l.before) k (key) on true
        where l.operation_id = ${operationId} group by 1 order by 1`,
  )
}

/**
 * The context of a tree for the undoing caller, or another; null if they have no access, which sets `denied`.
 */
export function undoContext(undo: Undo, home: number, caller = undo.caller): WriteContext | null {
  const { model, executor } = undo
  try {
    return homeContext({ model, caller, executor }, home)
  } catch {
    undo.denied = true
    return null
  }
}

/** Whether trashed new records lose their search text, and a job indexes changed records. */
export const isLarge = ({ operation }: Undo): boolean => operation.recordCount > maxIndexedAtOnce

/** The net move of a record in an operation; values may have changed as well. */
export type EventType = 'created' | 'updated' | 'deleted' | 'restored'

/** Types of events with earlier values: of moved records, or of records that only changed. */
export const typesOf = (isMoved: boolean): readonly EventType[] =>
  isMoved ? ['deleted', 'restored'] : ['updated']

/** `from … l where …`, the events of the operation being undone. @param types only events of these types */
export function eventsOf({ model, operation }: Undo, types?: readonly EventType[]): Sql {
  const ofType = types === undefined ? rawSql('') : sql`and l.type in (${join(types.map(literal))})`
  return sql`from ${eventsIn(model.schema)} l where l.operation_id = ${operation.id} ${ofType}`
}

/** Whether only the undo itself is newer. The records are locked, so that this stays true. */
export async function isLatestOperation({ executor, model, operation, id }: Undo): Promise<boolean> {
  const later = await one(
    executor,
    sql`select from ${ident(model.schema, 'operation')} where id > ${operation.id} and id <> ${id} limit 1`,
  )
  return later === undefined
}
