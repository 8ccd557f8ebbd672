/** Rows of a team's `file`. */
import type { FileKind } from '@muster/contract/fields/families'
import { type Executor, ident, one, sql } from '../../platform/db.ts'
import type { TeamModel } from '../../platform/model/model.ts'

export interface NewFile {
  name: string
  size: number
  kind: FileKind
  mimeType: string
  sha256: string
  createdBy: number | null
}

export interface StoredFile extends NewFile {
  id: string
}

export async function insertFile(executor: Executor, { schema }: TeamModel, file: NewFile): Promise<string> {
  const row = await one<{ id: string }>(
    executor,
    sql`insert into ${ident(schema, 'file')} (name, size, kind, mime_type, sha256, created_by)
        values (${file.name}, ${file.size}, ${file.kind}, ${file.mimeType}, ${file.sha256}, ${file.createdBy})
        returning id`,
  )
  return (row as { id: string }).id
}

export function readFile(
  executor: Executor,
  { schema }: TeamModel,
  id: string,
): Promise<StoredFile | undefined> {
  return one<StoredFile>(
    executor,
    sql`select id, name, size, kind, mime_type as "mimeType", sha256, created_by as "createdBy"
        from ${ident(schema, 'file')} where id = ${id}::uuid`,
  )
}
