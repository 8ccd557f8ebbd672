/** The address in a field of a record, for those who may read it there. */
import { AppError } from '@muster/contract/errors'
import { all, rowsToSql, tables } from '../../../engine/public.sql.ts'
import {
  type CallerContext,
  type FieldModel,
  type Homes,
  homeContext,
  scopeOf,
} from '../../../engine/public.ts'
import { type Executor, ident, one, type Sql, sql } from '../../../platform/db.ts'

/** @throws AppError not_found for a field that is not shown as pictures */
export function pictureField(field: FieldModel | undefined): FieldModel {
  if (!field || field.deletedAt || !field.type.showsPicture?.(field.settings)) throw new AppError('not_found')
  return field
}

/**
 * Also in the trash, as the record itself.
 *
 * @throws AppError not_found, also when the caller may not read it or the field is empty there
 */
export async function readableAddress(
  homes: Homes,
  context: CallerContext & { executor: Executor },
  dataRecordId: number,
  dataFieldId: number,
): Promise<string> {
  const { columnName, dataCollectionId } = pictureField(context.model.fields.get(dataFieldId))
  const found = await homes.find(context.model, dataRecordId, async (home) => {
    if (context.model.collections.get(dataCollectionId)?.homeId !== home) return null
    const scope = scopeOf(homeContext(context, home))
    const access = scope.access.fields.get(columnName)
    if (!access) return null
    const rows = all([rowsToSql(scope.access.visible, scope), rowsToSql(access.read, scope)])
    return addressIn(context.executor, tables(scope), scope.alias, columnName, dataRecordId, rows)
  })
  if (found === null) throw new AppError('not_found')
  return found
}

/** The value of a column in one record of a relation; null if there is none. */
export async function addressIn(
  executor: Executor,
  source: Sql,
  alias: string,
  columnName: string,
  dataRecordId: number,
  where: Sql,
): Promise<string | null> {
  const row = await one<{ address: string | null }>(
    executor,
    sql`select ${ident(alias, columnName)} as address from ${source}
        where ${ident(alias, 'record_id')} = ${dataRecordId}::bigint and ${where}`,
  )
  return row?.address ?? null
}
