/** Search over all collections a caller may see: one statement, best matches first. */

import { AppError } from '@muster/contract/errors'
import { fold } from '@muster/contract/text'
import { ident, join, type Sql, sql } from '../../../platform/db.ts'
import type { TeamModel } from '../../../platform/model/model.ts'
import { accessTo, type Caller } from '../access.ts'
import { all, livingRows, tables } from './filter-to-sql.ts'
import { type Scope, scopeOf } from './scope.ts'
import { searchQuery, searchToSql } from './search.ts'
import { avatarSql } from './select.ts'
import { nameSql } from './sort.ts'

/** A JSON array of `{id, name, avatar, dataCollectionId}`; null when nothing can be found. */
export function searchAllSql(
  model: TeamModel,
  caller: Caller,
  asked: { q: string; limit: number; dataCollectionId?: number | undefined },
): Sql | null {
  const query = searchQuery(asked.q)
  if (query === null) return null
  const parts = searchableHomes(model, caller, asked.dataCollectionId).map((scope) =>
    searchPart(scope, asked.q, asked.limit),
  )
  if (parts.length === 0) return null
  return sql`select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'avatar', f.avatar,
      'dataCollectionId', f.data_collection_id) order by f.score desc, f.name, f.id), '[]')
    from (select * from (${join(parts, ' union all ')}) p order by score desc, name, id limit ${asked.limit}) f`
}

/** A name that begins with what was typed stands before other names, and those before other fields. */
function searchPart(scope: Scope, text: string, limit: number): Sql {
  const name = nameSql(scope)
  const folded = sql`${ident(scope.schema, 'fold')}(${name})`
  const typed = fold(text.trim())
  const score = sql`(case when starts_with(${folded}, ${typed}) then 2
    when position(${typed} in ${folded}) > 0 then 1 else 0 end)`
  const r = ident(scope.recordAlias)
  return sql`(select ${r}.id, ${name} as name, ${avatarSql(scope)} as avatar, ${r}.data_collection_id,
      ${score} as score from ${tables(scope)}
    where ${all([livingRows(scope), searchToSql(text, scope)])} order by score desc, 2, 1 limit ${limit})`
}

function searchableHomes(model: TeamModel, caller: Caller, only: number | undefined): Scope[] {
  const now = new Date()
  return [...model.collections.values()].flatMap((collection) => {
    const isWanted = only === undefined ? collection.parentId === null : collection.id === only
    if (!isWanted || collection.deletedAt || !collection.isGloballySearchable) return []
    try {
      return [scopeOf(model, caller, accessTo(model, caller, collection.id), now)]
    } catch (error) {
      if (error instanceof AppError) return []
      throw error
    }
  })
}
