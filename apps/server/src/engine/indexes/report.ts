/** A report on the indexes of views: the views each one is for, its size, and when it was last used. */
import type { ViewIndex } from '@muster/contract/views/views.schema'
import type pg from 'pg'
import { rows, sql } from '../../platform/db.ts'
import type { TeamModel } from '../model/model.ts'
import { indexUse } from './index-use.sql.ts'
import { minRecords } from './indexes.ts'
import { wantedIndexes } from './wanted.ts'

interface Stored {
  name: string
  sizeBytes: number
  uses: number
  lastUsedAt: string | null
  isValid: boolean
}

/** The indexes of views and smart collections; without those of small tables, which are never created. */
export async function viewIndexes(pool: pg.Pool, model: TeamModel): Promise<ViewIndex[]> {
  const wanted = wantedIndexes(model)
  const stored = new Map((await storedIndexes(pool, model)).map((index) => [index.name, index]))
  const large = await largeTables(pool, model)
  return wanted.flatMap((index): ViewIndex[] => {
    const found = stored.get(index.name)
    if (!found && !large.has(model.collections.get(index.homeId)!.tableName)) return []
    return [
      {
        name: index.name,
        dataCollectionId: index.homeId,
        columns: index.fields.map(({ columnName }) => columnName),
        kind: index.kind,
        sizeBytes: found?.sizeBytes ?? 0,
        uses: found?.uses ?? 0,
        lastUsedAt: found?.lastUsedAt ?? null,
        status: !found ? 'wanted' : found.isValid ? 'ready' : 'building',
        dataViewIds: [...new Set(index.dataViewIds)],
        smartDataCollectionIds: [...new Set(index.smartDataCollectionIds)],
      },
    ]
  })
}

function storedIndexes(pool: pg.Pool, { schema }: TeamModel): Promise<Stored[]> {
  return rows<Stored>(
    pool,
    sql`select c.relname as name, pg_relation_size(c.oid) as "sizeBytes", coalesce(u.uses, 0) as uses,
          nullif(u.last_used_at, 'infinity') as "lastUsedAt", i.indisvalid as "isValid"
        from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
          left join (${indexUse}) u on u.indexrelid = i.indexrelid
        where n.nspname = ${schema}`,
  )
}

async function largeTables(pool: pg.Pool, { schema }: TeamModel): Promise<Set<string>> {
  const found = await rows<{ name: string }>(
    pool,
    sql`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${schema} and c.relkind = 'r' and c.reltuples > ${minRecords}`,
  )
  return new Set(found.map(({ name }) => name))
}
