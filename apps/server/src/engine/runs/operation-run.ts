/**
 * Runs whose operation exists from the start: long changes of records, merges of list items, changes of type.
 */

import type { OperationRun, RejectedValue } from '@muster/contract/operations/operations.schema'
import { ident, one, run, type Sql, sql, type Transaction } from '../../platform/db.ts'
import { Run } from './run.ts'

/** The run of an operation, stored as `run` in its details. Undoing the operation cancels it. */
export type OfOperation = Run<string | number | readonly RejectedValue[]>

export function operationRun(schema: string, operationId: number): OfOperation {
  return new Run(
    {
      table: ident(schema, 'operation'),
      state: sql`details -> 'run' ->> 'state'`,
      assign: (state, values) => sql`details = ${detailsWith({ state, ...values })}`,
      failure: () => ({}),
    },
    operationId,
  )
}

/** The operation's details with these values merged into its run. */
function detailsWith(run: object): Sql {
  return sql`jsonb_set(coalesce(details, '{}'), '{run}', coalesce(details -> 'run', '{}') || ${JSON.stringify(run)}::jsonb)`
}

/** Starts a run of an operation that the same transaction has inserted. @param total records to process */
export async function beginOperationRun(
  client: Transaction,
  schema: string,
  operationId: number,
  total: number,
): Promise<OperationRun> {
  const begun: OperationRun = { state: 'running', seen: 0, total }
  await run(
    client,
    sql`update ${ident(schema, 'operation')} set details = ${detailsWith(begun)} where id = ${operationId}`,
  )
  return begun
}

/** The stored run of an operation, locked until the transaction ends; null if it is no longer running. */
export async function lockRun<Stored extends OperationRun>(
  client: Transaction,
  schema: string,
  operation: OfOperation,
): Promise<Stored | null> {
  const row = await one<{ run: Stored }>(
    client,
    sql`select details -> 'run' as run from ${ident(schema, 'operation')}
        where ${operation.accepts('progress')} for update`,
  )
  return row?.run ?? null
}
