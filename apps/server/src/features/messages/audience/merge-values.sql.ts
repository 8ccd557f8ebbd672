/** The values of merge fields, as PostgreSQL copies them to the ledger: one jsonb for each field that the contents name. */
import { AppError } from '@muster/contract/errors'
import { settingsOf } from '@muster/contract/fields/validate'
import { nameColumn } from '@muster/contract/lists/items'
import { type Language, languages } from '@muster/contract/paging'
import {
  always,
  columnOf,
  linkIdsOf,
  livingRows,
  nameSql,
  rowsToSql,
  storageOf,
  tables,
  textOf,
  traitsOf,
} from '../../../engine/public.sql.ts'
import {
  type FieldAccess,
  type FieldModel,
  linkedScope,
  type Scope,
  targetOf,
} from '../../../engine/public.ts'
import { ident, join, literal, type Sql, sql } from '../../../platform/db.ts'

/**
 * `{column: value}` of the named columns that the caller may read: dates and amounts as JSON, several choices as a list,
 * all else as text in the language of the row.
 *
 * @param language a text expression: `en`, `es` or `fr`
 */
export function mergeValuesSql(scope: Scope, columns: ReadonlySet<string>, language: Sql): Sql {
  const pairs = [...scope.access.fields.values()]
    .filter(({ field }) => columns.has(field.columnName))
    .map((access) => sql`${literal(access.field.columnName)}, ${readable(access, scope, language)}`)
  return pairs.length === 0 ? sql`'{}'::jsonb` : sql`jsonb_strip_nulls(jsonb_build_object(${join(pairs)}))`
}

function readable({ field, read }: FieldAccess, scope: Scope, language: Sql): Sql {
  const value = mergeValueOf(field, scope, language)
  const rows = rowsToSql(read, scope)
  return rows === always ? value : sql`case when ${rows} then ${value} end`
}

/** Storages whose values Liquid formats itself. */
const raw: readonly string[] = ['date', 'timestamptz', 'money']

function mergeValueOf(field: FieldModel, scope: Scope, language: Sql): Sql {
  const { storage, choices, suffix = '' } = field.type
  if (raw.includes(storage)) return sql`to_jsonb(${storageOf(field).read(field, scope)})`
  if (field.type.refersTo?.(field.settings).to === 'record') return labels(field, scope, language)
  const column = columnOf(field, scope)
  if (storage === 'html') return sql`to_jsonb(${ident(scope.schema, 'plain_text')}(${column}))`
  if (storage === 'boolean') {
    return byLanguage(language, (one) => {
      const word = (value: boolean) => literal(textIn(field, value, one, scope))
      return sql`to_jsonb(case when ${column} then ${word(true)} when not ${column} then ${word(false)} end::text)`
    })
  }
  if (choices) {
    return byLanguage(language, (one) => {
      const cases = choices.map(
        (value) => sql`when ${column} = ${literal(value)} then ${literal(textIn(field, value, one, scope))}`,
      )
      return sql`to_jsonb(case ${join(cases, ' ')} end::text)`
    })
  }
  if (storage === 'numeric') {
    const text = sql`trim_scale(${column}::numeric)::text`
    return sql`to_jsonb(case when ${language} = 'en' then ${text} else replace(${text}, '.', ',') end
      || ${literal(suffix)})`
  }
  return sql`to_jsonb(${textOf(field, { model: scope.model, schema: scope.schema, alias: scope.alias })})`
}

function textIn(field: FieldModel, value: unknown, language: Language, { model }: Scope): string {
  return field.type.toText(value, settingsOf(field), {
    language,
    timeZone: model.timeZone,
    country: model.country,
  })
}

const byLanguage = (language: Sql, write: (language: Language) => Sql): Sql =>
  sql`case ${join(
    languages.map((one) => sql`when ${language} = ${literal(one)} then ${write(one)}`),
    ' ',
  )} end`

/** Names of the records that a field refers to and that the caller may see: a text, or a list of them. */
function labels(field: FieldModel, scope: Scope, language: Sql): Sql {
  const targets = targetsOf(field, scope)
  if (targets.length === 0) return sql`null::jsonb`
  const name = sql`coalesce(${join(
    targets.map(
      (target) => sql`(select ${labelOf(target, language)} from ${tables(target)}
        where ${ident(target.recordAlias)}.id = e.id and ${livingRows(target)})`,
    ),
  )})`
  const { ids } = traitsOf(field)
  if (ids === 'one') return sql`(select to_jsonb(${name}) from (select ${columnOf(field, scope)} as id) e)`
  const list = ids === 'links' ? linkIdsOf(field, scope) : columnOf(field, scope)
  return sql`(select jsonb_agg(n.name order by n.n) from (select ${name} as name, e.n
    from unnest(${list}) with ordinality e (id, n)) n where n.name is not null)`
}

/** A list's item is named in the recipient's language where it has such a name. */
function labelOf(target: Scope, language: Sql): Sql {
  const translated = languages.flatMap((one) => {
    const access = target.access.fields.get(nameColumn(one))
    return access && rowsToSql(access.read, target) === always
      ? [sql`when ${language} = ${literal(one)} then nullif(${columnOf(access.field, target)}, '')`]
      : []
  })
  const own = sql`nullif(${nameSql(target)}, '')`
  return translated.length > 0 ? sql`coalesce(case ${join(translated, ' ')} end, ${own})` : own
}

function targetsOf(field: FieldModel, scope: Scope): Scope[] {
  const named = targetOf(field)
  const roots = [...scope.model.collections.values()].filter(
    ({ parentId, deletedAt }) => parentId === null && !deletedAt,
  )
  return (named === null ? roots.map(({ id }) => id) : [named]).flatMap((id) => {
    try {
      return [linkedScope(scope, scope.model.collections.get(id)?.homeId ?? id)]
    } catch (error) {
      if (error instanceof AppError) return []
      throw error
    }
  })
}
