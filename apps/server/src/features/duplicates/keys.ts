/** Keys that duplicates share: one text per record and rule, null where the rule does not apply. */

import {
  type DuplicateRule,
  type FindDuplicatesBody,
  nameOfRecord,
} from '@muster/contract/duplicates/duplicates.schema'
import { AppError, type FieldError } from '@muster/contract/errors'
import { always, columnOf, jsonOf, rowsToSql, systemColumn, systemRows } from '../../engine/public.sql.ts'
import type { CollectionAccess, Scope } from '../../engine/public.ts'
import { ident, join, type Sql, sql } from '../../platform/db.ts'

type Options = Pick<FindDuplicatesBody, 'ignoresEmailTags'>

/** @throws AppError validation_failed for a field that the caller may not see, or that is not text */
export function checkRules(access: CollectionAccess, rules: readonly DuplicateRule[]): void {
  const errors = rules.flatMap(({ fields, compare }, n) =>
    fields.flatMap((name, at): FieldError[] => {
      const path = `rules.${n}.fields.${at}`
      if (name === nameOfRecord) {
        return systemRows(nameOfRecord, access) === 'none' ? [{ path, code: 'unknown_field' }] : []
      }
      const field = access.fields.get(name)?.field
      if (!field) return [{ path, code: 'unknown_field' }]
      return compare === 'similar' && field.type.storage !== 'text' ? [{ path, code: 'not_text' }] : []
    }),
  )
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

/** The rule's key as SQL on the scope's aliases; values that the caller may not read count as empty. */
export function keyOf(rule: DuplicateRule, scope: Scope, options: Options): Sql {
  const parts = rule.fields.map((name) => part(name, scope, options))
  if (parts.length === 1) return parts[0] as Sql
  // Null if any part is null.
  return sql`(${join(parts, ` || E'\\x1f' || `)})`
}

/** One field's part of a key: equal for values that differ in case, accents or white space only. */
export function part(name: string, scope: Scope, options: Options): Sql {
  const fold = ident(scope.schema, 'fold')
  if (name === nameOfRecord) {
    const readable = rowsToSql(systemRows(nameOfRecord, scope.access), scope)
    return collapseSpaces(
      sql`regexp_replace(${fold}(${systemColumn(nameOfRecord, scope, readable)}), '[.,;:''"()-]+', ' ', 'g')`,
    )
  }
  const access = scope.access.fields.get(name)
  if (!access) throw new AppError('filter_invalid')
  const { field, read } = access
  const value =
    field.type.storage === 'text'
      ? collapseSpaces(withoutEmailTag(sql`${fold}(${columnOf(field, scope)})`, options))
      : sql`(${jsonOf(field, scope)})::text`
  const readable = rowsToSql(read, scope)
  return readable === always ? value : sql`case when ${readable} then ${value} end`
}

function collapseSpaces(value: Sql): Sql {
  return sql`nullif(btrim(regexp_replace(${value}, '\\s+', ' ', 'g')), '')`
}

/** Gmail delivers ana.b+news@gmail.com to anab@gmail.com; most providers deliver ana+news@… to ana@…. */
function withoutEmailTag(value: Sql, { ignoresEmailTags }: Options): Sql {
  if (!ignoresEmailTags) return value
  const bare = sql`regexp_replace(${value}, '^([^+@ ]+)[+][^@ ]*@', '\\1@')`
  return sql`case when ${value} ~ '@(gmail|googlemail)[.]com$'
    then replace(split_part(${bare}, '@', 1), '.', '') || '@gmail.com' else ${bare} end`
}

/** A name alone is shared by many people: without further evidence it makes a pair possible, not certain. */
export const certainties = { identifying: 100, evident: 92, same: 90, nameAlone: 70, opposed: 40 } as const

/** Certainty of a rule, up to 100: an identifying value, or several equal fields, counts more than a name. */
export function certaintyOf(
  rule: DuplicateRule,
  access: CollectionAccess,
  identifies: (name: string) => boolean,
): number {
  if (rule.fields.length > 1) return certainties.identifying
  const [name = ''] = rule.fields
  if (name === nameOfRecord) return certainties.nameAlone
  const isUnique = access.fields.get(name)?.field.isUnique ?? false
  return isUnique || identifies(name) ? certainties.identifying : certainties.same
}
