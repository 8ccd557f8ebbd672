/** An undo under way: what its parts know of it, and what a part is. */
import type { UndoResult } from '@muster/contract/operations/operations.schema'
import { fixed, ident, literal, one, rows, type Sql, sql, type Transaction } from '../../../platform/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import type { TeamModel } from '../../../platform/model/model.ts'
import { type CollectionAccess, homeAccess } from '../../records/access.ts'
import type { OperationRow } from './operation-row.ts'

export interface Undo {
  client: Transaction
  model: TeamModel
  teamUser: TeamUser
  operation: OperationRow
  /** The undoing operation. */
  id: number
  /** Fields whose logged values are of a type they do not have any more. */
  retyped: ReadonlySet<number>
  /** Something was left since this user may not do it; a part sets it. */
  denied: boolean
}

/** So many of the values that were left alone are named; all are counted. */
export const maxSkipped = 100

export type UndoDeps = Pick<Deps, 'pool' | 'live' | 'models' | 'jobs'>

/** A kind of operation that is taken back in its own way, in a transaction of its own. */
export interface UndoWay {
  takes(operation: OperationRow): boolean
  undo(deps: UndoDeps, teamUser: TeamUser, operationId: number): Promise<UndoResult>
}

/**
 * What one feature takes back of an operation on records; registered in `parts.ts`, in whose order they come.
 * It asks for what it needs to know and says what it will do.
 */
export type UndoPart = (undo: Undo) => UndoSteps | Promise<UndoSteps>

export interface UndoSteps {
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
          left join lateral jsonb_object_keys(l.before) k (key) on l.type = 'updated'
        where l.operation_id = ${operationId} group by 1 order by 1`,
  )
}

/** What the undoing user may do there; null, and noted, where that is nothing. */
export function accessFor(undo: Undo, home: number): CollectionAccess | null {
  try {
    return homeAccess(undo.model, undo.teamUser, home)
  } catch {
    undo.denied = true
    return null
  }
}

/** Above this the words of records that are taken back are not kept, and those of records that change come later. */
const manyRecords = 5000

export const isLarge = ({ operation }: Undo): boolean => operation.recordCount > manyRecords

/** `from log_event l where …` of the operation being undone. */
export function eventsOf({ model, operation }: Undo, type?: string): Sql {
  const ofType = type === undefined ? fixed('') : sql`and l.type = ${literal(type)}`
  return sql`from ${ident(model.schema, 'log_event')} l where l.operation_id = ${operation.id} ${ofType}`
}

/** Whether no operation but the undo itself is younger. The records are locked, so that none of them can change any more. */
export async function isLatestOperation({ client, model, operation, id }: Undo): Promise<boolean> {
  const later = await one(
    client,
    sql`select from ${ident(model.schema, 'operation')} where id > ${operation.id} and id <> ${id} limit 1`,
  )
  return later === undefined
}
