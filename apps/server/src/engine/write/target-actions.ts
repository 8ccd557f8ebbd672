/** Bulk actions on all records of a target: set values, delete, restore, change collections. */

import { AppError, type FieldError } from '@muster/contract/errors'
import type { BulkBody, Target } from '@muster/contract/records/records.schema'
import type { CollectionAccess } from '../access/access.ts'
import { isLinks } from '../model/columns.ts'
import { rowsToSql } from '../query/filter-to-sql.ts'
import type { Work } from './bulk-work.ts'
import { checkChanges } from './check-values.ts'
import { join, notUnique } from './create.ts'
import { checkFiles } from './files-check.ts'
import { membershipSource, membershipSql } from './membership.sql.ts'
import { checkMayAssign, withAncestors, withDescendants } from './membership-rules.ts'
import { runMove } from './move.ts'
import { byOf } from './mutate.sql.ts'
import { rewriteAction } from './rewrite.ts'
import type { TargetAction } from './target-action.ts'
import { trashSql } from './trash.sql.ts'
import { checkUnused } from './unused.ts'
import { commonSource } from './update.sql.ts'
import { fieldsOf, lockRecords, update } from './update.ts'

export type TargetBody = Exclude<BulkBody, { skipBad: boolean }>
/**
 * Validates a bulk action.
 *
 * @returns null if there is nothing to do
 * @throws AppError validation_failed, access_denied
 */
export async function targetAction(work: Work, body: TargetBody): Promise<TargetAction | null> {
  if ('replace' in body || 'split' in body) return rewriteAction(work, body)
  if ('set' in body) return setAction(work, body.set, body.target)
  if ('delete' in body) return moveAction(work, body.delete, true)
  if ('restore' in body) return moveAction(work, body.restore, false)
  if ('addTo' in body) return assignAction(work, body.target, { addTo: body.addTo })
  if ('removeFrom' in body) return assignAction(work, body.target, { removeFrom: body.removeFrom })
  return assignAction(work, body.target, { moveTo: body.moveTo, moveFrom: body.moveFrom })
}

async function setAction(
  work: Work,
  set: Readonly<Record<string, unknown>>,
  target: Target,
): Promise<TargetAction | null> {
  const { model, access } = work
  const { values, errors } = checkChanges(work, set)
  const badFiles = await checkFiles(work, [values])
  throwAt('set', [...errors, ...badFiles])
  const fields = fieldsOf(access, [{ v: values }])
  if (fields.length === 0) return null
  return {
    kind: 'update_records',
    target,
    isInTrash: false,
    async run(client, ids, operation) {
      if (fields.some(isLinks)) await lockRecords(client, model, ids)
      const source = commonSource(ids, values)
      const done = await update(
        { ...work, executor: client },
        { source, fields, operation, isStrict: false },
      ).catch((error: unknown) => {
        throw notUnique(error, model, 'set')
      })
      const { unknown, denied } = done.problems
      const badColumns = [...new Set((unknown ?? []).map(([, column]) => column))]
      throwAt(
        'set',
        badColumns.map((column) => ({ column, code: unknownCode(access, column) })),
      )
      return { ...done, denied: (denied ?? []).map(({ id }) => id) }
    },
  }
}

function unknownCode(access: CollectionAccess, column: string): FieldError['code'] {
  const field = access.home.fieldsByColumn.get(column)
  return field?.type.refersTo?.(field.settings).unknown ?? 'unknown_record'
}

function throwAt(path: string, bad: readonly (Omit<FieldError, 'path'> & { column: string })[]): void {
  if (bad.length === 0) return
  throw new AppError('validation_failed', {
    errors: bad.map(({ column, code, params }) => ({
      path: join(path, column),
      code,
      ...(params ? { params } : {}),
    })),
  })
}

function moveAction(work: Work, target: Target, deletes: boolean): TargetAction {
  const { caller, access, scope, model } = work
  if (access.deletable === 'none') throw new AppError('access_denied')
  return {
    kind: deletes ? 'delete_records' : 'restore_records',
    target,
    isInTrash: !deletes,
    async run(client, source, operation) {
      if (deletes) await checkUnused(client, scope, source)
      return runMove(
        client,
        trashSql(scope, {
          source,
          deletes,
          by: byOf(caller),
          operation,
          may: rowsToSql(access.deletable, scope),
          isStrict: false,
        }),
      ).catch((error: unknown) => {
        throw notUnique(error, model, 'restore')
      })
    },
  }
}

/** Adds records to a plain collection, removes them from one, or both; keys are those of the request. */
type Assignment = { addTo: number } | { removeFrom: number } | { moveTo: number; moveFrom: number }

function assignAction(work: Work, target: Target, assignment: Assignment): TargetAction {
  const { caller, model, access, scope } = work
  const { home } = access
  const entries = Object.entries(assignment)
  const idOf = (keys: readonly string[]) => entries.filter(([key]) => keys.includes(key)).map(([, id]) => id)
  for (const [path, id] of entries) {
    withAncestors(model, home, [id], () => path)
    // All records belong to their root and cannot leave it.
    if (id === home.id)
      throw new AppError('validation_failed', { errors: [{ path, code: 'unknown_collection' }] })
  }
  const add = withAncestors(model, home, idOf(['addTo', 'moveTo']), () => '')
  const remove = idOf(['removeFrom', 'moveFrom']).flatMap((id) => withDescendants(model, home, id))
  checkMayAssign(access, caller, [...add, ...remove])
  return {
    kind: 'change_membership',
    target,
    isInTrash: false,
    async run(client, ids, operation) {
      await lockRecords(client, model, ids)
      return runMove(
        client,
        membershipSql(scope, {
          source: membershipSource(ids, add, remove),
          by: byOf(caller),
          operation,
          may: rowsToSql(access.updatable, scope),
          isStrict: false,
        }),
      )
    },
  }
}
