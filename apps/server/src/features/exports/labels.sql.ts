/** What a file calls linked records, choices and collections, so that an import finds the same ones by it. */
import { AppError } from '@muster/contract/errors'
import { fixed, ident, join, literal, type Sql, sql } from '../../platform/db.ts'
import type { FieldModel } from '../../platform/model/model.ts'
import { livingRows, rowsToSql, tables } from '../records/query/filter-to-sql.ts'
import { linkedScope, type Scope, targetOf } from '../records/query/scope.ts'
import { nameSql } from '../records/query/sort.ts'
import { textOf } from '../records/write/texts.sql.ts'
import type { Writing } from './cell-texts.sql.ts'

/** Names that several records of a collection have, by collection: made once for a whole file. */
export class Labels {
  readonly linkBy: Readonly<Record<string, string>>
  private readonly shared = new Map<string, Sql>()

  constructor(linkBy: Readonly<Record<string, string>>) {
    this.linkBy = linkBy
  }

  /** Relation (key) of the folded labels that name several records. */
  sharedOf(target: Scope, label: Sql): Sql {
    const { id } = target.access.collection
    const name = `shared_${id}_${this.shared.size}`
    const key = `${id} ${label.sql}`
    const known = [...this.shared.keys()].indexOf(key)
    if (known >= 0) return fixed(`shared_${id}_${known}`)
    this.shared.set(
      key,
      sql`${fixed(name)} as materialized (
        select ${ident(target.schema, 'fold')}(${label}) as key from ${tables(target)}
        where ${livingRows(target)} and ${label} is not null group by 1 having count(*) > 1)`,
    )
    return fixed(name)
  }

  /** `with …` for the statement that uses them, empty where none does. */
  get with(): Sql {
    return this.shared.size > 0 ? sql`with ${join([...this.shared.values()])} ` : fixed('')
  }
}

/** The labels of a field's ids in their order, parted by semicolons; ids that nobody may see by number. */
export function idLabels(field: FieldModel, ids: Sql, writing: Writing, isList: boolean): Sql {
  const reference = field.type.refersTo?.(field.settings)
  if (reference?.to === 'collection') return collectionLabels(ids, writing, isList)
  const targets = targetsOf(field, writing.scope)
  const labels = targets.map(
    (target) => sql`(select ${labelOf(field, target, writing, isList)} from ${tables(target)}
      where ${ident(target.recordAlias)}.id = e.id and ${livingRows(target)})`,
  )
  const label = sql`coalesce(${join([...labels, sql`'#' || e.id`])})`
  return listOf(ids, label)
}

function listOf(ids: Sql, label: Sql): Sql {
  return sql`(select string_agg(${label}, '; ' order by e.n)
    from unnest(${ids}) with ordinality e (id, n) where e.id is not null)`
}

/** The collection a field names; or, where it takes records of any, every root that the caller may read. */
function targetsOf(field: FieldModel, scope: Scope): Scope[] {
  const named = targetOf(field)
  const roots = [...scope.model.collections.values()].filter(
    ({ parentId, deletedAt }) => parentId === null && !deletedAt,
  )
  return (named === null ? roots.map(({ id }) => id) : [named]).flatMap((id) => {
    try {
      const home = scope.model.collections.get(id)?.homeId ?? id
      return [linkedScope(scope, home)]
    } catch (error) {
      if (error instanceof AppError) return []
      throw error
    }
  })
}

/** Null where a label would be read as none, or as another record. */
function labelOf(field: FieldModel, target: Scope, writing: Writing, isList: boolean): Sql {
  const label = namedBy(field, target, writing)
  const escaped = isList ? escapedPart(label) : label
  if (!writing.isPlain) return escaped
  const shared = writing.labels.sharedOf(target, label)
  return sql`case when ${ident(target.schema, 'fold')}(${label}) not in (select key from ${shared}) then ${escaped} end`
}

/** The record's name, or the field that the person chose to name records by; null when empty. */
function namedBy(field: FieldModel, target: Scope, { labels, scope }: Writing): Sql {
  const chosen = target.access.fields.get(labels.linkBy[field.columnName] ?? '')
  if (!chosen) return sql`nullif(${nameSql(target)}, '')`
  const text = textOf(chosen.field, { model: scope.model, schema: scope.schema, alias: target.alias })
  return sql`(case when ${rowsToSql(chosen.read, target)} then nullif(${text}, '') end)`
}

function collectionLabels(ids: Sql, { scope }: Writing, isList: boolean): Sql {
  const names = [...scope.model.collections.values()]
    .filter(({ deletedAt }) => !deletedAt)
    .map(({ id, name }) => sql`(${fixed(String(id))}::bigint, ${literal(name)})`)
  if (names.length === 0) return sql`null::text`
  const label = isList ? escapedPart(sql`c.name`) : sql`c.name`
  return listOf(
    ids,
    sql`coalesce((select ${label} from (values ${join(names)}) c (id, name) where c.id = e.id), '#' || e.id)`,
  )
}

/** As the contract's `escapePart`. */
function escapedPart(text: Sql): Sql {
  return sql`replace(regexp_replace(${text}, '([\\\\;:])', '\\\\\\1', 'g'), e'\n', '\\n')`
}
