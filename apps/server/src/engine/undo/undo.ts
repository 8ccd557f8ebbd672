/** An undo under way: what its parts know of it, and what a part is. */

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
import type { OperationRow } from './operation-row.ts'

/** An undo under way; `caller` is who takes the operation back. */
export interface Undo extends Omit<WriteContext, 'access'> {
  operation: OperationRow
  /** The undoing operation. */
  id: number
  /** Fields whose logged values are of a type they do not have any more. */
  retyped: ReadonlySet<number>
  /** Something was left since this caller may not do it; a part sets it. */
  denied: boolean
}

/** So many of the values that were left alone are named; all are counted. */
export const maxSkipped = 100

export type UndoDeps = Pick<Deps, 'pool' | 'models' | 'jobs'> & WriteDeps

/** A kind of operation that is taken back in its own way, in a transaction of its own. */
export interface UndoHandler {
  handles(operation: OperationRow): boolean
  undo(deps: UndoDeps, teamId: number, caller: Caller, operationId: number): Promise<UndoResult>
}

/** Who takes operations back: registered where the server is composed, so that the engine knows no feature. */
export interface UndoRegistry {
  /** What is taken back of an operation on records, in this order. */
  steps: readonly UndoStep[]
  /** Operations that did more than change records. */
  handlers: readonly UndoHandler[]
}

/** Takes back one part of an operation on records: reads what it needs first, and returns what it will do. */
export type UndoStep = (undo: Undo) => UndoActions | Promise<UndoActions>

export interface UndoActions {
  /** Of what was done to the records of one root its own. @returns what is left to the parts after it */
  ofHome?(events: HomeEvents): Promise<HomeEvents>
  /** After all records: what lies beside them. */
  besides?(): Promise<void>
}

/** What an operation did to the records of one root collection. */
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
        from ${ident(model.schema, 'log_event')} l
          join ${ident(model.schema, 'data_record')} r on r.id = l.record_id
          left join lateral jsonb_object_keys(l.before) k (key) on true
        where l.operation_id = ${operationId} group by 1 order by 1`,
  )
}

/** The tree as the undoing caller, or another, works on it; null, and noted, where they may do nothing there. */
export function undoContext(undo: Undo, home: number, caller = undo.caller): WriteContext | null {
  const { model, executor } = undo
  try {
    return homeContext({ model, caller, executor }, home)
  } catch {
    undo.denied = true
    return null
  }
}

/** Above this the words of records that are taken back are not kept, and those of records that change come later. */
const manyRecords = 5000

export const isLarge = ({ operation }: Undo): boolean => operation.recordCount > manyRecords

/** What an operation did to a record, beside any values it changed. */
export type EventType = 'created' | 'updated' | 'deleted' | 'restored'

/** Events of records that the operation moved, or of those it only changed; new records have no earlier values. */
export const typesOf = (isMoved: boolean): readonly EventType[] =>
  isMoved ? ['deleted', 'restored'] : ['updated']

/** `from log_event l where …` of the operation being undone. @param types only events of these types */
export function eventsOf({ model, operation }: Undo, types?: readonly EventType[]): Sql {
  const ofType = types === undefined ? rawSql('') : sql`and l.type in (${join(types.map(literal))})`
  return sql`from ${ident(model.schema, 'log_event')} l where l.operation_id = ${operation.id} ${ofType}`
}

/** Whether no operation but the undo itself is younger. The records are locked, so that none of them can change any more. */
export async function isLatestOperation({ executor, model, operation, id }: Undo): Promise<boolean> {
  const later = await one(
    executor,
    sql`select from ${ident(model.schema, 'operation')} where id > ${operation.id} and id <> ${id} limit 1`,
  )
  return later === undefined
}
