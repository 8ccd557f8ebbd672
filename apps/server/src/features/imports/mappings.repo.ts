/** Rows of muster.import_mapping: choices saved for the next file of the same kind. */
import type { ImportChoices, ImportMapping } from '@muster/contract/imports/imports.api'
import { type Executor, rows, run, sql } from '../../platform/db.ts'
import type { StoredImport } from './imports.repo.ts'

type SavedChoices = Omit<ImportMapping, 'id' | 'name' | 'headers' | 'createdAt'>

/** Saves the choices of an import whose new fields exist; replaces a mapping of the same name. */
export function saveMapping(
  executor: Executor,
  { teamId, teamUserId, dataCollectionId, columns }: StoredImport,
  name: string,
  choices: ImportChoices,
): Promise<number> {
  const headers = columns.map(({ header }) => header)
  const saved: SavedChoices = {
    columns: choices.columns.flatMap((mapping) => {
      if (!('columnName' in mapping)) return []
      const { index, ...rest } = mapping
      return [{ header: headers[index] ?? '', ...rest }]
    }),
    mode: choices.mode,
    matchBy: choices.matchBy,
    emptyCells: choices.emptyCells,
    duplicates: choices.duplicates,
  }
  return run(
    executor,
    sql`insert into muster.import_mapping (team_id, data_collection_id, name, headers, mapping, created_by)
        values (${teamId}, ${dataCollectionId}, ${name}, ${JSON.stringify([...headers].sort())}::jsonb,
          ${JSON.stringify(saved)}::jsonb, ${teamUserId})
        on conflict (data_collection_id, lower(name)) do update set name = excluded.name, headers = excluded.headers,
          mapping = excluded.mapping, created_at = now(), created_by = excluded.created_by`,
  )
}

export async function listMappings(
  executor: Executor,
  teamId: number,
  dataCollectionId: number,
): Promise<ImportMapping[]> {
  const found = await rows<
    Pick<ImportMapping, 'id' | 'name' | 'headers' | 'createdAt'> & { mapping: SavedChoices }
  >(
    executor,
    sql`select id, name, headers, mapping, created_at as "createdAt" from muster.import_mapping
        where team_id = ${teamId} and data_collection_id = ${dataCollectionId} order by created_at desc, id desc limit 100`,
  )
  return found.map(({ mapping, ...rest }) => ({ ...rest, ...mapping }))
}

export function deleteMapping(
  executor: Executor,
  teamId: number,
  dataCollectionId: number,
  id: number,
): Promise<number> {
  return run(
    executor,
    sql`delete from muster.import_mapping
        where id = ${id} and team_id = ${teamId} and data_collection_id = ${dataCollectionId}`,
  )
}
