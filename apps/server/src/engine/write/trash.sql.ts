/** Moves records into the trash or out of it, in one statement. */
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { empty, ident, join, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Scope } from '../access/scope.ts'
import { all, rowsToSql, tableOf } from '../query/filter-to-sql.ts'
import { own } from './columns.sql.ts'
import { type By, eventsPart, operationPart } from './mutate.sql.ts'
import { searchDocumentOf } from './texts.sql.ts'

export interface TrashStatement {
  /** Relation with `id`. */
  source: Sql
  /** Whether to move records into the trash or out of it. */
  deletes: boolean
  by: By
  operation: { id: number } | { kind: OperationRef['kind'] }
  /** Whether a record may be moved: a condition over the scope's aliases and `i`, the source. */
  may: Sql
  /** Whether one denied record rejects the whole operation. */
  isStrict: boolean
  /**
   * Deletes the search documents, so that they are not written again; they are rebuilt when records are
   * restored.
   */
  dropsSearchText?: boolean
  /** The records are locked already, and the operation has no events of them yet. */
  isFirst?: boolean
  /**
   * Keeps redirects from merged records: an undo that deletes such a record again must not remove its
   * redirect.
   */
  keepsRedirects?: boolean
}

/**
 * Columns of the only row: id of the operation or null, count, ids (at most 301), denied ids, number of all
 * found.
 */
export function trashSql(scope: Scope, statement: TrashStatement): Sql {
  const { schema } = scope
  const { deletes } = statement
  const isThere = deletes ? rawSql('is null') : rawSql('is not null')
  const may = own('may')
  const strict = statement.isStrict ? sql`and not exists (select from found n where not n.${may})` : empty
  const moved = deletes ? sql`now()` : sql`null`
  const parts = [
    sql`input as materialized (${statement.source})`,
    sql`found as materialized (
      select t.record_id, r.version, ${statement.may} as ${may}
      from input i join ${ident(schema, 'data_record')} r on r.id = i.id
        join ${tableOf(scope)} t on t.record_id = i.id
      where ${all([
        sql`r.deleted_at ${isThere}`,
        sql`r.data_collection_id = ${rawSql(String(scope.access.home.id))}`,
        rowsToSql(scope.access.visible, scope),
      ])}
      ${statement.isFirst ? empty : sql`order by r.id for update of r, t`})`,
    sql`good as materialized (select f.* from found f where f.${may} ${strict})`,
    operationPart(schema, statement.operation, statement.by, sql`good`),
    sql`cat as (
      update ${ident(schema, 'data_record')} c
      set deleted_at = ${moved}, version = c.version + 1, updated_at = now(),
        updated_by = ${statement.by.teamUserId}::bigint ${searchAssignments(scope, statement)}
      from good g ${deletes ? empty : sql`join ${tableOf(scope)} w on w.record_id = g.record_id`}
      where c.id = g.record_id)`,
    sql`typed as (
      update ${tableOf(scope)} x set deleted_at = ${moved} from good g where x.record_id = g.record_id)`,
    ...(deletes && !statement.keepsRedirects
      ? [
          sql`alone as (
            delete from ${ident(schema, 'merged_record')} m using good g where m.record_id = g.record_id)`,
        ]
      : []),
    eventsPart(schema, {
      from: sql`good`,
      type: deletes ? 'deleted' : 'restored',
      version: sql`g.version + 1`,
      isFirst: statement.isFirst ?? false,
    }),
  ]
  return sql`with ${join(parts)}
    select (select id from op), (select count(*) from good),
      (select json_agg(g.record_id) from (select record_id from good limit 301) g),
      (select json_agg(f.record_id) from found f where not f.${may}), (select count(*) from found)`
}

function searchAssignments(scope: Scope, { deletes, dropsSearchText }: TrashStatement): Sql {
  if (deletes) return dropsSearchText ? sql`, search = null, search_pending = ''` : empty
  const words = searchDocumentOf(scope.access.home.fields, { ...scope, alias: 'w' })
  return sql`, search = coalesce(c.search, ${words}), search_pending = null, named_at = coalesce(c.named_at, now())`
}
