/** Checks the files in values: they must exist, be readable by the caller, and be accepted by their field. */
import type { FieldErrorCode } from '@muster/contract/errors'
import type { FileKind } from '@muster/contract/fields/families'
import { idsOfValue } from '@muster/contract/fields/validate'
import { ident, rows, sql } from '../../platform/db.ts'
import { isOwnFile, isUnlimited } from '../access/caller.ts'
import { isFileReadable } from '../access/file-access.ts'
import type { TreeContext } from '../access/tree-context.ts'
import { holdsFiles } from './columns.sql.ts'

interface FileRow {
  id: string
  kind: FileKind
  size: number
  createdBy: number | null
  owner: { kind: string; id: number | null } | null
}

export interface BadFile {
  /** Index of the item. */
  item: number
  column: string
  code: FieldErrorCode
  params?: Record<string, string | number>
}

/** Checks all files of all items with one lookup; without a query if there are none. */
export async function checkFiles(
  context: TreeContext,
  items: readonly Readonly<Record<string, unknown>>[],
): Promise<BadFile[]> {
  const { executor, model, caller, access } = context
  const fields = access.home.fields.filter(holdsFiles)
  const named = fields.flatMap((field) =>
    items.flatMap((values, item) =>
      idsOfValue(field.type, values[field.columnName]).map((id) => ({ field, item, id: String(id) })),
    ),
  )
  if (named.length === 0) return []
  const ids = [...new Set(named.map(({ id }) => id))]
  const found = await rows<FileRow>(
    executor,
    sql`select id, kind, size, created_by as "createdBy", owner from ${ident(model.schema, 'file')}
        where id = any(${ids}::uuid[])`,
  )
  const known = new Map<string, FileRow>()
  for (const file of found) {
    const isOwn = isUnlimited(caller) || isOwnFile(caller, file)
    if (isOwn || (await isFileReadable(context, file.id))) known.set(file.id, file)
  }
  return named.flatMap(({ field, item, id }): BadFile[] => {
    const column = field.columnName
    const file = known.get(id)
    if (!file) return [{ item, column, code: 'unknown_file' }]
    const accepted = field.type.acceptsFile?.(field.settings, file)
    if (!accepted || accepted.ok) return []
    return [{ item, column, code: accepted.code, ...(accepted.params ? { params: accepted.params } : {}) }]
  })
}
