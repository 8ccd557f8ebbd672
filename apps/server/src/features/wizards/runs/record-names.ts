/** Names of records, as far as a caller may read them. */
import { all, nameSql, rowsToSql, tables } from '../../../engine/public.sql.ts'
import { accessTo, type Caller, scopeOf, type TeamModel } from '../../../engine/public.ts'
import { type Executor, ident, rows, sql } from '../../../platform/db.ts'

/** @param records with the root that each is stored in; those in the trash count too */
export async function readRecordNames(
  executor: Executor,
  model: TeamModel,
  caller: Caller,
  records: readonly { id: number; home: number }[],
): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (const home of new Set(records.map((record) => record.home))) {
    const ids = records.filter((record) => record.home === home).map(({ id }) => id)
    const access = readable(model, caller, home)
    if (!access) continue
    const scope = scopeOf({ model, caller, access })
    const where = all([
      sql`${ident(scope.recordAlias, 'id')} = any(${ids}::bigint[])`,
      rowsToSql(access.visible, scope),
    ])
    const found = await rows<{ id: number; name: string }>(
      executor,
      sql`select ${ident(scope.recordAlias, 'id')} as id, ${nameSql(scope)} as name from ${tables(scope)} where ${where}`,
    )
    for (const { id, name } of found) names.set(id, name)
  }
  return names
}

function readable(model: TeamModel, caller: Caller, home: number) {
  try {
    return accessTo(model, caller, home)
  } catch {
    return null
  }
}
