/**
 * Who may read a file: the caller who uploaded it, and callers who may read a value that contains it. One
 * statement checks a single file; lists use a condition.
 */
import { ident, join, rows, type Sql, sql } from '../../platform/db.ts'
import type { FieldModel, TeamModel } from '../model/model.ts'
import { all, any, livingRows, rowsToSql, tables } from '../query/filter-to-sql.ts'
import { actorText, type Caller, isUnlimited } from './caller.ts'
import { type Scope, scopeOf } from './scope.ts'
import { homeContext, type TreeContext } from './tree-context.ts'

/** Whether a visible record outside the trash contains the file in a column that the caller may read. */
export async function isFileReadable(
  { executor, model, caller }: Omit<TreeContext, 'access'>,
  fileId: string,
): Promise<boolean> {
  const used = await rows<{ home: number }>(
    executor,
    sql`select distinct r.data_collection_id as home from ${ident(model.schema, 'file_use')} u
        join ${ident(model.schema, 'data_record')} r on r.id = u.record_id where u.file_id = ${fileId}::uuid`,
  )
  const parts = used.flatMap(({ home }) => {
    const scope = scopeIfAny(model, caller, home)
    return scope ? (recordsWithFile(scope, sql`${fileId}::uuid`) ?? []) : []
  })
  if (parts.length === 0) return false
  const found = await rows(executor, sql`${join(parts, ' union all ')} limit 1`)
  return found.length > 0
}

/**
 * Condition for lists: the file with the alias `f` is the caller's own or in a value they may read. Null if
 * the caller may read all files.
 */
export function readableFiles(model: TeamModel, caller: Caller): Sql | null {
  if (isUnlimited(caller)) return null
  const roots = [...model.collections.values()].filter(
    ({ id, homeId, deletedAt }) => id === homeId && !deletedAt,
  )
  const inRecords = roots.flatMap(({ id }) => {
    const scope = scopeIfAny(model, caller, id)
    const part = scope && recordsWithFile(scope, sql`f.id`)
    return part ? [sql`exists (${part})`] : []
  })
  const actor = actorText(caller)
  const own =
    caller.kind === 'team_user' || caller.kind === 'api_token'
      ? sql`f.owner is null and f.created_by = ${caller.teamUserId}`
      : caller.id === null
        ? sql`false`
        : sql`f.owner = ${actor}::jsonb`
  return sql`(${join([own, ...inRecords], ' or ')})`
}

function scopeIfAny(model: TeamModel, caller: Caller, home: number): Scope | null {
  try {
    return scopeOf(homeContext({ model, caller }, home))
  } catch {
    return null
  }
}

/**
 * Selects records with the file in a column that the caller may read; undefined if no column contains files.
 */
function recordsWithFile(scope: Scope, fileId: Sql): Sql | undefined {
  const fileFields = [...scope.access.fields.values()].filter(
    ({ field }) => field.type.refersTo?.(field.settings).to === 'file',
  )
  if (fileFields.length === 0) return undefined
  const conditions = fileFields.map(({ field, read }) =>
    all([rowsToSql(read, scope), sql`coalesce(${containsFile(field, scope, fileId)}, false)`]),
  )
  return sql`select from ${ident(scope.schema, 'file_use')} u join ${tables(scope)}
      on ${ident(scope.recordAlias, 'id')} = u.record_id
    where u.file_id = ${fileId} and ${all([livingRows(scope), any(conditions)])}`
}

function containsFile(field: FieldModel, scope: Scope, fileId: Sql): Sql {
  const column = ident(scope.alias, field.columnName)
  if (field.type.storage === 'files') return sql`${column} @> array[${fileId}]`
  return sql`${column}::text = (${fileId})::text`
}
