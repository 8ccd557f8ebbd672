/** Which events a webhook may report: those of records and fields that its owner may read. */
import { all, any, membershipToSql, rowsToSql } from '../../engine/public.sql.ts'
import { accessOf, type Caller, type Scope, scopeOf, type TeamModel } from '../../engine/public.ts'
import { type Sql, sql } from '../../platform/db.ts'

/** The webhook's collection as its owner sees it; null if they no longer see it, or it is deleted. */
export function ownScope(model: TeamModel, caller: Caller, dataCollectionId: number): Scope | null {
  const access = accessOf(model, caller, dataCollectionId)
  return access && scopeOf({ model, caller, access })
}

/** Condition on an event `l` and the tables of the scope. A change of hidden fields only is not readable. */
export function readableEvents(scope: Scope): Sql {
  const { access } = scope
  const columns = [...access.fields.keys(), '@collections']
  return all([
    any([sql`l.type <> 'updated'`, sql`l.after ?| ${columns}::text[]`]),
    membershipToSql(access.collection, scope),
    rowsToSql(access.visible, scope),
  ])
}
