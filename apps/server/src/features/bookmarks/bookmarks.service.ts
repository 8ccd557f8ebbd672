/** Bookmarks: each user's own, of records they may see. */

import type { Bookmark } from '@muster/contract/bookmarks/bookmarks.api'
import { AppError } from '@muster/contract/errors'
import type { Target } from '@muster/contract/records/records.schema'
import { avatarSql, collectionIds, livingRows, nameSql, tables, targetSql } from '../../engine/public.sql.ts'
import {
  type CallerContext,
  type Deps,
  homeContext,
  type Scope,
  scopeOf,
  type TreeContext,
  treeContext,
} from '../../engine/public.ts'
import { ident, join, rows, sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { findBookmark, findBookmarks, putBookmark, setBookmarks } from './bookmarks.repo.ts'

type BookmarkDeps = Pick<Deps, 'pool' | 'models'>

/** Limit per request: a longer list of bookmarks is of no use. */
const maxAtOnce = 50_000

/** Newest first; `next` is the cursor of the next page. */
export async function listBookmarks(
  deps: BookmarkDeps,
  teamUser: TeamUser,
  page: { limit: number; after?: number | undefined },
): Promise<{ items: Bookmark[]; next: number | null }> {
  const model = await deps.models.get(teamUser.teamId)
  const stored = await findBookmarks(deps.pool, teamUser.teamUserId, page)
  const seen = await readRecords(
    { model, caller: teamUser, executor: deps.pool },
    stored.map(({ recordId }) => recordId),
  )
  const items = stored.flatMap(({ recordId, memo, bookmarkedAt }) => {
    const record = seen.get(recordId)
    return record ? [{ ...record, recordId, memo, bookmarkedAt }] : []
  })
  return { items, next: stored.length === page.limit ? (stored.at(-1)?.recordId ?? null) : null }
}

type BookmarkedRecord = Pick<Bookmark, 'name' | 'avatar' | 'dataCollectionId' | 'dataCollectionIds'>

/** Living records that the caller may see, by id: one statement, with one select for each tree involved. */
async function readRecords(
  context: Omit<TreeContext, 'access'>,
  ids: readonly number[],
): Promise<Map<number, BookmarkedRecord>> {
  if (ids.length === 0) return new Map()
  const { model, executor } = context
  const homes = await rows<{ home: number }>(
    executor,
    sql`select distinct data_collection_id as home from ${ident(model.schema, 'data_record')}
        where id = any(${ids}::bigint[])`,
  )
  const selects = homes.flatMap(({ home }) => {
    const scope = scopeIfAny(context, home)
    return scope ? [recordsIn(scope, ids)] : []
  })
  if (selects.length === 0) return new Map()
  const found = await rows<BookmarkedRecord & { id: number }>(executor, join(selects, ' union all '))
  return new Map(found.map(({ id, ...record }) => [id, record]))
}

function recordsIn(scope: Scope, ids: readonly number[]) {
  return sql`select r.id, ${nameSql(scope)} as name, ${avatarSql(scope)} as avatar,
      r.data_collection_id as "dataCollectionId", (${collectionIds(scope)})::jsonb as "dataCollectionIds"
    from ${tables(scope)} where r.id = any(${ids}::bigint[]) and ${livingRows(scope)}`
}

function scopeIfAny(context: CallerContext, home: number): Scope | null {
  try {
    return scopeOf(homeContext(context, home))
  } catch {
    return null
  }
}

export async function bookmarkOf(
  deps: BookmarkDeps,
  teamUser: TeamUser,
  recordId: number,
): Promise<{ isBookmarked: boolean; memo: string | null }> {
  const found = await findBookmark(deps.pool, teamUser.teamUserId, recordId)
  return { isBookmarked: found !== undefined, memo: found?.memo ?? null }
}

/** @throws AppError not_found for a record that the caller may not see */
export async function bookmark(
  deps: BookmarkDeps,
  teamUser: TeamUser,
  recordId: number,
  memo: string | null | undefined,
): Promise<{ isBookmarked: boolean; memo: string | null }> {
  const model = await deps.models.get(teamUser.teamId)
  const seen = await readRecords({ model, caller: teamUser, executor: deps.pool }, [recordId])
  if (seen.size === 0) throw new AppError('not_found')
  await putBookmark(deps.pool, teamUser.teamUserId, recordId, memo === '' ? null : memo)
  return bookmarkOf(deps, teamUser, recordId)
}

export async function removeBookmark(
  deps: BookmarkDeps,
  teamUser: TeamUser,
  recordId: number,
): Promise<void> {
  await setBookmarks(deps.pool, teamUser.teamUserId, [recordId], false)
}

/** @throws AppError not_found, filter_invalid, validation_failed for more than `maxAtOnce` records */
export async function setMany(
  deps: BookmarkDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
  target: Target,
  isBookmarked: boolean,
): Promise<{ count: number; recordIds: number[] }> {
  const model = await deps.models.get(teamUser.teamId)
  const scope = scopeOf(treeContext({ model, caller: teamUser }, dataCollectionId))
  // Team tables are not joined with the platform's tables: the ids are queried first.
  const found = await rows<{ id: number }>(
    deps.pool,
    sql`select r.id from ${tables(scope)} join (${targetSql(scope, target)}) i on i.id = r.id
        where ${livingRows(scope)} limit ${maxAtOnce + 1}`,
  )
  if (found.length > maxAtOnce) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'target', code: 'too_many', params: { max: maxAtOnce } }],
    })
  }
  const ids = found.map(({ id }) => id)
  const changed = await setBookmarks(deps.pool, teamUser.teamUserId, ids, isBookmarked)
  return { count: changed.length, recordIds: changed }
}
