/** The undo step for memberships: records that were added to collections or removed from them. */

import { literal, rawSql, sql } from '../../platform/db.ts'
import { scopeOf } from '../access/scope.ts'
import type { WriteContext } from '../access/tree-context.ts'
import { rowsToSql } from '../query/filter-to-sql.ts'
import { own } from '../write/columns.sql.ts'
import { membershipSql } from '../write/membership.sql.ts'
import { checkMayAssign, plainChildren } from '../write/membership-rules.ts'
import { runMove } from '../write/move.ts'
import { byOf } from '../write/mutate.sql.ts'
import { eventsOf, typesOf, type Undo, type UndoStep, undoContext } from './undo.ts'

/** The key of a record's collections in the log. */
const key = '@collections'

export const undoMemberships: UndoStep = (undo) => ({
  async ofHome(events) {
    const context = events.keys.includes(key) ? undoContext(undo, events.home) : null
    if (!context) return events
    await undoMembership(undo, context, false)
    await undoMembership(undo, context, true)
    return { ...events, keys: events.keys.filter((one) => one !== key) }
  },
})

/** Removes records from collections they were added to, and adds them to those they were removed from. */
async function undoMembership(undo: Undo, context: WriteContext, isMoved: boolean): Promise<void> {
  const { model, caller, access, executor } = context
  const scope = scopeOf(context)
  const plain = plainChildren(model, access.home).map(({ id }) => id)
  try {
    checkMayAssign(access, caller, plain)
  } catch {
    undo.denied = true
    return
  }
  const list = (side: 'before' | 'after') => sql`select e.id::bigint
    from jsonb_array_elements_text(l.${rawSql(side)} -> ${literal(key)}) e (id) where e.id::bigint = any(${plain}::bigint[])`
  const done = await runMove(
    executor,
    membershipSql(scope, {
      source: sql`select l.record_id as id, array(${list('before')} except ${list('after')}) as ${own('add')},
          array(${list('after')} except ${list('before')}) as ${own('remove')}
        ${eventsOf(undo, typesOf(isMoved))} and l.before ? ${literal(key)}`,
      by: byOf(caller),
      operation: { id: undo.id },
      may: rowsToSql(access.updatable, scope),
      isStrict: false,
      includesTrash: isMoved,
    }),
  )
  if (done.denied.length > 0) undo.denied = true
}
