/**
 * A type change of many values starts immediately and is done by a job. It is an operation from the start, so
 * that users can find it later. It changes nothing until it ends, and nothing if it fails.
 */

import { AppError } from '@muster/contract/errors'
import type { ChangeType, RunningTypeChange } from '@muster/contract/fields/fields.schema'
import type { OperationRef, OperationRun } from '@muster/contract/operations/operations.schema'
import {
  Cancelled,
  changeModel,
  collectionOf,
  type FieldModel,
  type ModelChange,
  type ModelDeps,
  type OfOperation,
  operationRun,
  type Progress,
  type TeamModel,
} from '../../../engine/public.ts'
import { type Executor, ident, one, rawSql, rows, sql, type Transaction } from '../../../platform/db.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import { filledRows } from './catch-up.ts'
import type { OnStaged } from './stage.ts'

export interface TypeChangeRequest {
  dataCollectionId: number
  fieldId: number
  input: ChangeType
}

/** The run of a type change that a job carries out. */
export interface TypeChangeRun {
  onStaged: OnStaged
  /** The id of its operation; called with the table locked. @throws Cancelled */
  enter(client: Transaction): Promise<number>
  finish(client: Transaction, operationId: number): Promise<void>
}

/** Up to this many values are converted during the request, in about a second. */
const maxImmediate = 20_000
/** How long a change is listed after its start. */
const listedFor = '1 day'

/** Null when there are few enough values to change at once. @throws AppError in_use during another change */
export async function beginLongChange(
  deps: ModelDeps,
  teamUser: TeamUser,
  request: TypeChangeRequest,
  check: (change: ModelChange) => FieldModel,
): Promise<{ operation: OperationRef; run: OperationRun } | null> {
  const current = await deps.models.get(teamUser.teamId)
  const field = current.fields.get(request.fieldId)
  const isLong = field && !field.deletedAt && (await countUpTo(deps.pool, current, field)) > maxImmediate
  if (!isLong) return null
  return changeModel(deps, teamUser.teamId, async (change) => {
    const { client, model } = change
    const { id: dataFieldId } = check(change)
    const running = await typeChanges(client, model, [dataFieldId])
    if (running.some(({ run }) => run.state === 'running')) throw new AppError('in_use')
    const row = await one<{ total: number }>(
      client,
      sql`select count(*) as total from ${filledRows(model, field)}`,
    )
    const progress: OperationRun = { state: 'running', seen: 0, total: row!.total }
    const details = { run: progress, change: { dataFieldId, dataType: request.input.dataType } }
    const id = await insertOperation(client, model, teamUser.teamUserId, details)
    const payload = { teamId: model.teamId, operationId: id, teamUserId: teamUser.teamUserId, ...request }
    await deps.jobs.add('change_field_type', payload, { client })
    return { operation: { id, kind: 'change_field_type', recordCount: 0 }, run: progress }
  })
}

async function countUpTo(executor: Executor, model: TeamModel, field: FieldModel): Promise<number> {
  const some = sql`select from ${filledRows(model, field)} limit ${rawSql(String(maxImmediate + 1))}`
  const row = await one<{ count: number }>(executor, sql`select count(*) from (${some}) s`)
  return row!.count
}

export async function insertOperation(
  client: Transaction,
  model: TeamModel,
  teamUserId: number,
  details: object | null = null,
): Promise<number> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into ${ident(model.schema, 'operation')} (kind, team_user_id, details)
        values (${rawSql(`'change_field_type'`)}, ${teamUserId}, ${details && JSON.stringify(details)}) returning id`,
  )
  return row!.id
}

/** The latest long change of each field that is running or has ended recently. */
async function typeChanges(
  executor: Executor,
  model: TeamModel,
  dataFieldIds: readonly number[],
): Promise<RunningTypeChange[]> {
  return rows<RunningTypeChange>(
    executor,
    sql`select "operationId", "dataFieldId", "dataType", run from (
          select distinct on (details -> 'change' -> 'dataFieldId') id as "operationId",
            (details -> 'change' ->> 'dataFieldId')::bigint as "dataFieldId",
            details -> 'change' ->> 'dataType' as "dataType", details -> 'run' as run
          from ${ident(model.schema, 'operation')}
          where kind = 'change_field_type' and at > now() - ${listedFor}::interval and details ? 'run'
            and (details -> 'change' ->> 'dataFieldId')::bigint = any(${[...dataFieldIds]}::bigint[])
          order by details -> 'change' -> 'dataFieldId', id desc
        ) latest order by "operationId"`,
  )
}

/** @throws AppError not_found */
export async function listTypeChanges(
  deps: ModelDeps,
  teamId: number,
  dataCollectionId: number,
): Promise<RunningTypeChange[]> {
  const model = await deps.models.get(teamId)
  const { fields } = collectionOf(model, dataCollectionId)
  return typeChanges(
    deps.pool,
    model,
    fields.map(({ id }) => id),
  )
}

/** How a type change updates its run: progress while values are converted, a new operation id at the end. */
export function typeChangeRun(
  schema: string,
  operation: OfOperation,
  progress: Progress<number | string>,
): TypeChangeRun {
  return {
    onStaged: (seen) => progress({ seen }),
    async enter(client) {
      // A new id, so that edits made during the conversion, with values of the old type, precede the change.
      const found = await one<{ id: number }>(
        client,
        sql`update ${ident(schema, 'operation')} set id = default, details = details || jsonb_build_object('begunAs', id)
            where ${operation.accepts('progress')} returning id`,
      )
      if (!found) throw new Cancelled()
      return found.id
    },
    async finish(client, operationId) {
      await operationRun(schema, operationId).apply(client, 'finish')
    },
  }
}
