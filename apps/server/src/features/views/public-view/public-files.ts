/** Files that visitors of a view may fetch: those shown in its records or as marks on its calendar days. */

import { AppError } from '@muster/contract/errors'
import { any, livingRows, tables } from '../../../engine/public.sql.ts'
import { everything, type FieldModel, type Scope } from '../../../engine/public.ts'
import { type Executor, ident, join, rows, type Sql, sql } from '../../../platform/db.ts'
import { addressIn, pictureField, type StoredFile, storedFile } from '../../files/public.ts'
import { markedDays } from '../view-records.service.ts'
import { type PublicViewModel, publicSelection } from './public-view.ts'

/** @throws AppError not_found */
export async function publicFileOf(
  executor: Executor,
  publicView: PublicViewModel,
  fileId: string,
): Promise<StoredFile> {
  const file = await storedFile(executor, publicView.model, fileId)
  if (!file || !(await isShown(executor, publicView, fileId))) throw new AppError('not_found')
  return file
}

/** The address in a shown field of a record of the view. @throws AppError not_found */
export async function publicAddressOf(
  executor: Executor,
  publicView: PublicViewModel,
  dataRecordId: number,
  dataFieldId: number,
): Promise<string> {
  const { columnName } = pictureField(publicView.shown.find(({ id }) => id === dataFieldId))
  const { source, where, scope } = publicSelection(publicView, { filters: {} })
  const address = await addressIn(executor, source, scope.alias, columnName, dataRecordId, where)
  if (address === null) throw new AppError('not_found')
  return address
}

async function isShown(executor: Executor, publicView: PublicViewModel, fileId: string): Promise<boolean> {
  const { model, view, shown, nameField } = publicView
  const own = [...new Set([...shown, ...(nameField ? [nameField] : [])])].filter(isFile)
  const { source, where, scope } = publicSelection(publicView, { filters: {} })
  const parts = [
    ...(own.length > 0 ? [sql`select from ${source} where ${where} and ${uses(own, scope, fileId)}`] : []),
    ...view.calendarDateInfo.flatMap((info) => {
      const marks = markedDays(model, everything, info)
      if (!marks?.image || !isFile(marks.image)) return []
      const { scope: marked, image } = marks
      return [
        sql`select from ${tables(marked)} where ${livingRows(marked)} and ${uses([image], marked, fileId)}`,
      ]
    }),
  ]
  if (parts.length === 0) return false
  return (await rows(executor, sql`${join(parts, ' union all ')} limit 1`)).length > 0
}

const isFile = ({ type, settings }: FieldModel): boolean => type.refersTo?.(settings).to === 'file'

/** Whether the record uses the file in one of the fields; `file_use` narrows it to few records. */
function uses(fields: readonly FieldModel[], scope: Scope, fileId: string): Sql {
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
