/** Undo's part for values. */
import { fixed, literal, rows, run, type Sql, sql } from '../../../platform/db.ts'
import { isDuplicate } from '../../../platform/errors.ts'
import type { FieldModel } from '../../../platform/model/model.ts'
import { fieldOfUniqueIndex } from '../../fields/unique.ts'
import { accessFor, eventsOf, isLarge, type Undo, type UndoPart } from '../../operations/undo/undo.ts'
import type { Caller, CollectionAccess } from '../access.ts'
import { own } from '../write/columns.sql.ts'
import { takenValues } from '../write/taken.ts'
import { update } from '../write/update.ts'

export const values: UndoPart = (undo) => ({
  async ofHome(events) {
    const access = events.keys.length > 0 ? accessFor(undo, events.home) : null
    if (access) await undoValues(undo, access, events.keys)
    return { ...events, keys: [] }
  },
})

/** Values go back where nobody has changed them since, and no other record has a unique one by now. */
export async function undoValues(
  undo: Undo,
  access: CollectionAccess,
  keys: readonly string[],
  caller: Caller = undo.teamUser,
): Promise<void> {
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
  const { client, model } = undo
  /** Values that another record has by now: by field, the records that do not get them back. */
  const taken = new Map<FieldModel, number[]>()
  for (;;) {
    await run(client, sql`savepoint undo_values`)
    try {
      const done = await update(client, caller, model, access, {
        source: valuesSource(undo, fields, taken),
        fields,
        operation: { id: undo.id },
        isStrict: false,
        hasExpectations: true,
        trustsReferences: true,
        defersSearch: isLarge(undo),
      })
      if (done.problems.denied) undo.denied = true
      return
    } catch (error) {
      const field =
        isDuplicate(error) && fieldOfUniqueIndex(model, (error as { constraint?: string }).constraint)
      if (!field) throw error
      await run(client, sql`rollback to savepoint undo_values`)
      taken.set(field, [...(taken.get(field) ?? []), ...(await takenNow(undo, field, taken.get(field)))])
    }
  }
}

/** Records whose old value another one has; all of them when that cannot be told, so that the next try is the last. */
async function takenNow(undo: Undo, field: FieldModel, known?: readonly number[]): Promise<number[]> {
  const key = literal(field.columnName)
  const candidates = await rows<{ id: number; value: unknown }>(
    undo.client,
    sql`select l.record_id as id, l.before -> ${key} as value ${eventsOf(undo, 'updated')} and l.before ? ${key}
        order by l.record_id`,
  )
  const items = candidates.map(({ id, value }, n) => ({ n, id, v: { [field.columnName]: value } }))
  const found = known ? [] : await takenValues(undo.client, undo.model, field, items)
  return found.length > 0 ? found.map((n) => items[n]?.id as number) : items.map(({ id }) => id)
}

function valuesSource(
  undo: Undo,
  fields: readonly FieldModel[],
  taken: ReadonlyMap<FieldModel, number[]>,
): Sql {
  const names = fields.map(({ columnName }) => columnName)
  const free = [...taken].map(
    ([{ columnName }, ids]) => sql`and not (e.key = ${columnName} and l.record_id = any(${ids}::bigint[]))`,
  )
  return sql`select l.record_id as id, 0 as ${own('n')}, (
        select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(l.before) e
        where e.key = any(${names}::text[]) ${free.length > 0 ? free.reduce((a, b) => sql`${a} ${b}`) : fixed('')}
      ) as ${own('v')}, null::int as ${own('ver')}, l.after as ${own('expect')}
    ${eventsOf(undo, 'updated')}`
}
