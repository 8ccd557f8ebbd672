/** The undo step for merges: links that were redirected to the survivors, and bookmarks. */

import { refersToRecords } from '../../engine/public.sql.ts'
import {
  homeContext,
  type NamedGrant,
  systemFor,
  type Undo,
  type UndoStep,
  undoValues,
} from '../../engine/public.ts'
import { ident, one, rows, sql } from '../../platform/db.ts'
import { copyBookmarks, type Merged, removeCopies } from '../bookmarks/public.ts'

export const undoMerges: UndoStep = async (undo) => {
  const mergeId = await originalMerge(undo)
  if (mergeId === null) return {}
  return {
    ofHome: async (events) => ({ ...events, keys: await undoRedirects(undo, events.home, events.keys) }),
    afterRecords: () => undoBookmarks(undo, mergeId),
  }
}

/** The merge that an operation is, undoes or redoes; null if there is none. */
async function originalMerge({ executor, model, operation: { id, kind } }: Undo): Promise<number | null> {
  if (kind !== 'undo') return kind === 'merge_records' ? id : null
  const table = ident(model.schema, 'operation')
  const first = await one<{ id: number; kind: string }>(
    executor,
    sql`with recursive chain (id, kind, undoes) as (
          select id, kind, undoes from ${table} where id = ${id}
          union all select o.id, o.kind, o.undoes from chain c join ${table} o on o.id = c.undoes)
        select id, kind from chain where undoes is null`,
  )
  return first?.kind === 'merge_records' ? first.id : null
}

/**
 * Restores links that a merge redirected, with full rights as in the merge. Later changes are checked as for
 * any value. @returns the remaining keys
 */
async function undoRedirects(undo: Undo, home: number, keys: readonly string[]): Promise<string[]> {
  const { model, caller, executor } = undo
  const links = model.collections.get(home)?.fields.filter(refersToRecords) ?? []
  if (links.length === 0) return [...keys]
  const system = systemFor(
    caller.teamUserId,
    links.flatMap(({ id }): NamedGrant[] => [
      { permission: 'read_data_field_data', dataFieldId: id },
      { permission: 'update_data_field_data', dataFieldId: id },
    ]),
  )
  const context = homeContext({ model, caller: system, executor }, home)
  const isLink = (key: string) => {
    const field = context.access.home.fieldsByColumn.get(key)
    return field !== undefined && refersToRecords(field)
  }
  await undoValues(undo, context, keys.filter(isLink))
  return keys.filter((key) => !isLink(key))
}

/** Removes bookmark copies of restored records, and adds those of records that are merged again. */
async function undoBookmarks({ executor, model }: Undo, mergeId: number): Promise<void> {
  const merged = await rows<Merged & { isRestored: boolean }>(
    executor,
    sql`select m.record_id as "recordId", m.survivor_id as "survivorId", r.deleted_at is null as "isRestored"
        from ${ident(model.schema, 'merged_record')} m join ${ident(model.schema, 'data_record')} r on r.id = m.record_id
        where m.operation_id = ${mergeId}`,
  )
  await removeCopies(
    executor,
    model.teamId,
    merged.filter(({ isRestored }) => isRestored),
  )
  await copyBookmarks(
    executor,
    model.teamId,
    merged.filter(({ isRestored }) => !isRestored),
  )
}
