/** Undo's part for the collections that records were put into and taken out of. */
import { fixed, literal, sql } from '../../../platform/db.ts'
import { accessFor, eventsOf, type Undo, type UndoPart } from '../../operations/undo/undo.ts'
import type { CollectionAccess } from '../access.ts'
import { rowsToSql } from '../query/filter-to-sql.ts'
import { scopeOf } from '../query/scope.ts'
import { own } from '../write/columns.sql.ts'
import { membershipSql } from '../write/membership.sql.ts'
import { checkMayAssign, plainChildren } from '../write/membership-rules.ts'
import { runMove } from '../write/move.ts'

/** The key under which the log keeps a record's collections. */
const key = '@collections'

export const memberships: UndoPart = (undo) => ({
  async ofHome(events) {
    const access = events.keys.includes(key) ? accessFor(undo, events.home) : null
    if (!access) return events
    await undoMembership(undo, access)
    return { ...events, keys: events.keys.filter((one) => one !== key) }
  },
})

/** What was added is taken out and what was taken out is added; other collections stay as they are. */
async function undoMembership(undo: Undo, access: CollectionAccess): Promise<void> {
  const { teamUser, model } = undo
  const scope = scopeOf(model, teamUser, access)
  const plain = plainChildren(model, access.home).map(({ id }) => id)
  try {
    checkMayAssign(access, teamUser, plain)
  } catch {
    undo.denied = true
    return
  }
  const list = (side: 'before' | 'after') => sql`select e.id::bigint
    from jsonb_array_elements_text(l.${fixed(side)} -> ${literal(key)}) e (id) where e.id::bigint = any(${plain}::bigint[])`
  const done = await runMove(
    undo.client,
    membershipSql(scope, {
      source: sql`select l.record_id as id, array(${list('before')} except ${list('after')}) as ${own('add')},
          array(${list('after')} except ${list('before')}) as ${own('remove')}
        ${eventsOf(undo, 'updated')} and l.before ? ${literal(key)}`,
      teamUserId: teamUser.teamUserId,
      operation: { id: undo.id },
      may: rowsToSql(access.updatable, scope),
      isStrict: false,
    }),
  )
  if (done.denied.length > 0) undo.denied = true
}
