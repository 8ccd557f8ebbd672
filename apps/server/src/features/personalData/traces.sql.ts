/** Where a team's schema keeps traces of records outside their own rows, and how they are removed. */
import { linkTableName, refreshRecords, typeChangeDetailsSchema } from '../../engine/public.design.ts'
import { homeTable, traitsOf } from '../../engine/public.sql.ts'
import type { FieldModel, TeamModel } from '../../engine/public.ts'
import {
  type Executor,
  ident,
  join,
  one,
  rows,
  run,
  type Sql,
  sql,
  type Transaction,
} from '../../platform/db.ts'

/** Ids of records by their home collection. */
export type ByHome = Map<number, number[]>

const inIds = (column: Sql, ids: readonly number[]) => sql`${column} = any(${ids}::bigint[])`

/** The fields, also those in the trash, that may refer to records of some trees. */
function fieldsReferringTo(model: TeamModel, homes: ReadonlySet<number>): FieldModel[] {
  return [...model.fields.values()].filter(({ type, settings }) => {
    const reference = type.refersTo?.(settings)
    if (reference?.to !== 'record') return false
    const { collectionId } = reference
    return collectionId === null || homes.has(model.collections.get(collectionId)?.homeId ?? 0)
  })
}

/** Selects the records that refer to some others by one field. */
function referringBy(model: TeamModel, field: FieldModel, ids: readonly number[]): Sql {
  const column = ident(field.columnName)
  switch (traitsOf(field).ids) {
    case 'links':
      return sql`select from_id as id from ${ident(model.schema, linkTableName(field))}
        where ${inIds(sql`to_id`, ids)}`
    case 'array':
      return sql`select record_id as id from ${homeTable(model, field)} where ${column} && ${ids}::bigint[]`
    default:
      return sql`select record_id as id from ${homeTable(model, field)} where ${inIds(column, ids)}`
  }
}

/** All records, also in the trash, that refer to some of one tree, without those themselves. */
export async function referringRecords(
  executor: Executor,
  model: TeamModel,
  homeId: number,
  ids: readonly number[],
): Promise<ByHome> {
  const found: ByHome = new Map()
  for (const field of fieldsReferringTo(model, new Set([homeId]))) {
    const known = await rows<{ id: number }>(executor, referringBy(model, field, ids))
    const home = found.get(field.dataCollectionId) ?? []
    found.set(field.dataCollectionId, home)
    for (const { id } of known) if (!ids.includes(id) && !home.includes(id)) home.push(id)
  }
  return new Map([...found].filter(([, own]) => own.length > 0))
}

/**
 * Makes names and search documents new where they contain names of other records, and so on while names change.
 *
 * @returns all records whose texts were made new, and the names that are gone
 */
export async function refreshReferring(
  client: Transaction,
  model: TeamModel,
  first: ByHome,
): Promise<{ refreshed: ByHome; oldNames: string[] }> {
  const refreshed: ByHome = new Map()
  const oldNames: string[] = []
  let next = [...first]
  while (next.length > 0) {
    const renamed: [number, number[]][] = []
    for (const [home, ids] of next) {
      refreshed.set(home, [...(refreshed.get(home) ?? []), ...ids])
      const before = await namesOf(client, model, ids)
      await refreshRecords(client, model, home, ids)
      const after = await namesOf(client, model, ids)
      const changed = ids.filter((id) => before.get(id) !== after.get(id))
      oldNames.push(...changed.map((id) => before.get(id) ?? ''))
      if (changed.length > 0) renamed.push([home, changed])
    }
    next = []
    for (const [home, ids] of renamed) {
      for (const [other, referring] of await referringRecords(client, model, home, ids)) {
        const done = new Set(refreshed.get(other))
        const left = referring.filter((id) => !done.has(id))
        if (left.length > 0) next.push([other, left])
      }
    }
  }
  return { refreshed, oldNames }
}

async function namesOf(
  executor: Executor,
  { schema }: TeamModel,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const found = await rows<{ id: number; name: string }>(
    executor,
    sql`select id, name from ${ident(schema, 'data_record')} where ${inIds(sql`id`, ids)}`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** The words of the present and earlier values of records, which the vocabulary of the search may have. */
export async function wordsOf(
  executor: Executor,
  { schema }: TeamModel,
  ids: readonly number[],
): Promise<string[]> {
  const row = await one<{ words: string[] }>(
    executor,
    sql`select coalesce(array_agg(distinct w.word), '{}') as words from (
          select name as text from ${ident(schema, 'data_record')} where ${inIds(sql`id`, ids)}
          union all
          select s.value #>> '{}' from ${ident(schema, 'log_event')} l
            cross join lateral jsonb_path_query(jsonb_build_array(l.before, l.after),
              'strict $.** ? (@.type() == "string")') s (value)
          where ${inIds(sql`l.record_id`, ids)}
        ) t, unnest(tsvector_to_array(${ident(schema, 'search_document')}(left(t.text, 100000)))) w (word)`,
  )
  return row!.words
}

/**
 * Removes words from the vocabulary of the search that no name has any more. Waits for the job that adds words, which
 * may have read names before they changed.
 *
 * @param names whose words go as well
 */
export async function forgetWords(
  client: Transaction,
  { schema }: TeamModel,
  words: readonly string[],
  names: readonly string[],
): Promise<void> {
  const document = ident(schema, 'search_document')
  await run(client, sql`select from ${ident(schema, 'search_words_read')} for update`)
  await run(
    client,
    sql`delete from ${ident(schema, 'search_word')} w
        where w.word in (
            select unnest(${words}::text[]) union
            select u.word from unnest(${names}::text[]) n (name), unnest(tsvector_to_array(${document}(n.name))) u (word))
          and not exists (select from ${ident(schema, 'data_record')} r
            where r.search is not null and ${document}(r.name) @@ quote_literal(w.word)::tsquery)`,
  )
}

/** The files that records use or have used. */
export async function filesOf(
  executor: Executor,
  { schema }: TeamModel,
  ids: readonly number[],
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    executor,
    sql`select distinct file_id as id from ${ident(schema, 'file_use')} where ${inIds(sql`record_id`, ids)}`,
  )
  return found.map(({ id }) => id)
}

/** Removes records from searches for duplicates, from merges and from the uses of files. */
export async function removeMentions(
  client: Transaction,
  { schema }: TeamModel,
  ids: readonly number[],
): Promise<void> {
  const mentions: [table: string, columns: readonly string[]][] = [
    ['duplicate_member', ['record_id']],
    ['not_duplicate', ['record_a', 'record_b']],
    ['merged_record', ['record_id', 'survivor_id']],
    ['file_use', ['record_id']],
  ]
  for (const [table, columns] of mentions) {
    const conditions = columns.map((column) => inIds(ident(column), ids))
    await run(client, sql`delete from ${ident(schema, table)} where ${join(conditions, ' or ')}`)
  }
}

/** Values that changes of a field's type keep for their undo: columns of the root's table, and tables of links. */
export async function keptByTypeChanges(
  executor: Executor,
  { schema }: TeamModel,
): Promise<{ dataFieldId: number; columns: string[]; linkTable: string | null }[]> {
  const found = await rows<{ details: unknown }>(
    executor,
    sql`select details from ${ident(schema, 'operation')}
        where details ? 'dataFieldId' and details -> 'kept' <> 'null'::jsonb`,
  )
  return found.flatMap(({ details }) => {
    const { dataFieldId, kept } = typeChangeDetailsSchema.parse(details)
    if (!kept) return []
    return [{ dataFieldId, columns: kept.columns.map(({ keptAs }) => keptAs), linkTable: kept.linkTable }]
  })
}

/** Removes the links from and to records that changes of a field's type keep. */
export async function removeKeptLinks(
  client: Transaction,
  model: TeamModel,
  ids: readonly number[],
): Promise<void> {
  for (const { linkTable } of await keptByTypeChanges(client, model)) {
    if (linkTable === null) continue
    const table = ident(model.schema, linkTable)
    await run(
      client,
      sql`delete from ${table} where ${inIds(sql`from_id`, ids)} or ${inIds(sql`to_id`, ids)}`,
    )
  }
}
