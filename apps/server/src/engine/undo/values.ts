/** The undo step for changed values. */

import { literal, rawSql, rows, run, type Sql, sql } from '../../platform/db.ts'
import { isDuplicate } from '../../platform/errors.ts'
import type { WriteContext } from '../access/tree-context.ts'
import { fieldOfUniqueIndex } from '../indexes/unique.ts'
import type { FieldModel } from '../model/model.ts'
import { own } from '../write/columns.sql.ts'
import { takenValues } from '../write/taken.ts'
import { update } from '../write/update.ts'
import { type EventType, eventsOf, isLarge, typesOf, type Undo, type UndoStep, undoContext } from './undo.ts'

export const undoChangedValues: UndoStep = (undo) => ({
  async ofHome(events) {
    const context = events.keys.length > 0 ? undoContext(undo, events.home) : null
    if (context) await undoValues(undo, context, events.keys)
    return { ...events, keys: [] }
  },
})

/**
 * Restores values that nobody has changed since, unless another record has the same unique value now. Records
 * that the operation also moved are in the trash at this point: those it restored were moved back there, and
 * those it deleted have not been restored yet.
 */
export async function undoValues(undo: Undo, context: WriteContext, keys: readonly string[]): Promise<void> {
  await undoValuesOf(undo, context, keys, false)
  await undoValuesOf(undo, context, keys, true)
}

async function undoValuesOf(
  undo: Undo,
  context: WriteContext,
  keys: readonly string[],
  isMoved: boolean,
): Promise<void> {
  const { access, executor, model } = context
  const logged = access.home.fields.filter(
    ({ id, columnName }) => keys.includes(columnName) && !undo.retyped.has(id),
  )
  const mayWrite = ({ columnName }: FieldModel) => {
    const own = access.fields.get(columnName)
    return own !== undefined && own.update !== 'none'
  }
  const fields = logged.filter(mayWrite)
  if (fields.length < logged.length) undo.denied = true
  if (fields.length === 0) return
  /** By field, the records whose old unique value another record has now. */
  const taken = new Map<FieldModel, number[]>()
  for (;;) {
    await run(executor, sql`savepoint undo_values`)
    try {
      const done = await update(context, {
        source: valuesSource(undo, fields, taken, typesOf(isMoved)),
        fields,
        operation: { id: undo.id },
        isStrict: false,
        hasExpectations: true,
        trustsReferences: true,
        defersSearch: isLarge(undo),
        includesTrash: isMoved,
      })
      if (done.problems.denied) undo.denied = true
      return
    } catch (error) {
      const field =
        isDuplicate(error) && fieldOfUniqueIndex(model, (error as { constraint?: string }).constraint)
      if (!field) throw error
      await run(executor, sql`rollback to savepoint undo_values`)
      taken.set(field, [
        ...(taken.get(field) ?? []),
        ...(await takenNow(undo, field, typesOf(isMoved), taken.get(field))),
      ])
    }
  }
}

/**
 * Records whose old value another record has now; all candidates if unknown, so that the next attempt is the
 * last.
 */
async function takenNow(
  undo: Undo,
  field: FieldModel,
  types: readonly EventType[],
  known?: readonly number[],
): Promise<number[]> {
  const key = literal(field.columnName)
  const candidates = await rows<{ id: number; value: unknown }>(
    undo.executor,
    sql`select l.record_id as id, l.before -> ${key} as value ${eventsOf(undo, types)} and l.before ? ${key}
        order by l.record_id`,
  )
  const items = candidates.map(({ id, value }, n) => ({ n, id, v: { [field.columnName]: value } }))
  const found = known ? [] : await takenValues(undo.executor, undo.model, field, items)
  return found.length > 0 ? found.map((n) => items[n]?.id as number) : items.map(({ id }) => id)
}

function valuesSource(
  undo: Undo,
  fields: readonly FieldModel[],
  taken: ReadonlyMap<FieldModel, number[]>,
  types: readonly EventType[],
): Sql {
  const names = fields.map(({ columnName }) => columnName)
  const free = [...taken].map(
    ([{ columnName }, ids]) => sql`and not (e.key = ${columnName} and l.record_id = any(${ids}::bigint[]))`,
  )
  return sql`select l.record_id as id, 0 as ${own('n')}, (
        select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(l.before) e
        where e.key = any(${names}::text[]) ${free.length > 0 ? free.reduce((a, b) => sql`${a} ${b}`) : rawSql('')}
      ) as ${own('v')}, null::int as ${own('ver')}, l.after as ${own('expect')}
    ${eventsOf(undo, types)} and l.before is not null`
}
