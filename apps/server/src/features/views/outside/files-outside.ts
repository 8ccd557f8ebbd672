/** Files that visitors of a view may fetch: those that a record of it shows, and those that its days are marked with. */

import { AppError } from '@muster/contract/errors'
import { any, livingRows, tables } from '../../../engine/public.sql.ts'
import { everything, type FieldModel, type Scope } from '../../../engine/public.ts'
import { type Executor, ident, join, rows, type Sql, sql } from '../../../platform/db.ts'
import { type StoredFile, storedFile } from '../../files/public.ts'
import { markedDays } from '../view-records.service.ts'
import { type Outside, selectionOutside } from './definition.ts'

/** @throws AppError not_found */
export async function fileOutside(executor: Executor, outside: Outside, fileId: string): Promise<StoredFile> {
  const file = await storedFile(executor, outside.model, fileId)
  if (!file || !(await isShown(executor, outside, fileId))) throw new AppError('not_found')
  return file
}

async function isShown(executor: Executor, outside: Outside, fileId: string): Promise<boolean> {
  const { model, view, shown, nameField } = outside
  const own = [...new Set([...shown, ...(nameField ? [nameField] : [])])].filter(isFile)
  const { source, where, scope } = selectionOutside(outside, { filters: {} })
  const parts = [
    ...(own.length > 0 ? [sql`select from ${source} where ${where} and ${holds(own, scope, fileId)}`] : []),
    ...view.calendarDateInfo.flatMap((info) => {
      const marks = markedDays(model, everything, info)
      if (!marks?.image || !isFile(marks.image)) return []
      const { scope: marked, image } = marks
      return [
        sql`select from ${tables(marked)} where ${livingRows(marked)} and ${holds([image], marked, fileId)}`,
      ]
    }),
  ]
  if (parts.length === 0) return false
  return (await rows(executor, sql`${join(parts, ' union all ')} limit 1`)).length > 0
}

const isFile = ({ type, settings }: FieldModel): boolean => type.refersTo?.(settings).to === 'file'

/** The record is one of those that use the file, which few do, and uses it in one of the fields. */
function holds(fields: readonly FieldModel[], scope: Scope, fileId: string): Sql {
  const id = ident(scope.alias, 'record_id')
  const conditions = fields.map((field) => {
    const column = ident(scope.alias, field.columnName)
    return field.type.storage === 'files'
      ? sql`coalesce(${column} @> array[${fileId}::uuid], false)`
      : sql`coalesce(${column}::text = ${fileId}, false)`
  })
  return sql`${id} in (select u.record_id from ${ident(scope.schema, 'file_use')} u
    where u.file_id = ${fileId}::uuid) and ${any(conditions)}`
}
