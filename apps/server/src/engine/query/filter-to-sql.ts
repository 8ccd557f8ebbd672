/**
 * Compiles filters to SQL over `<alias>` (the root's table) and `<recordAlias>` (the catalogue). Must agree
 * with the contract's evaluator.
 */

import { AppError } from '@muster/contract/errors'
import type { Condition, Filter } from '@muster/contract/filters/ast'
import { checkFilter } from '@muster/contract/filters/check'
import type { Operator } from '@muster/contract/filters/operators'
import { withOwnRecords } from '@muster/contract/filters/own-records'
import { resolveFilter } from '@muster/contract/filters/variables'
import { ident, join, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Rows } from '../access/access.ts'
import { currentUserOf } from '../access/caller.ts'
import { linkedScope, type Scope, targetOf, withEverything } from '../access/scope.ts'
import type { CollectionModel } from '../model/model.ts'
import { userColumnOf } from '../model/user-column.ts'
import { fails, matchesEmpty } from '../storage/conditions.ts'
import { storageOf } from '../storage/index.ts'
import { linkTable } from '../storage/storage.ts'
import { traitsOf } from '../storage/traits.ts'
import { isSystemColumn, systemCondition, systemRows } from './system-fields.ts'

export const always = rawSql('true')
export const never = rawSql('false')

/** Maximum nesting depth of smart collections; beyond it, as in an undetected cycle, they have no members. */
const maxDepth = 12

/**
 * Checks a caller's filter against the fields they may read, replaces variables with values, and compiles it.
 * A record matches when the result is true; null counts as false.
 *
 * @throws AppError filter_invalid with the path of each invalid part; an unreadable field counts as unknown
 */
export function filterToSql(filter: Filter, scope: Scope): Sql {
  const fields = fieldsOf(scope)
  const context = checkContext(scope)
  const checked = checkFilter(filter, fields, context)
  if (!checked.ok) {
    throw new AppError('filter_invalid', {
      errors: checked.errors.map(({ path, code }) => ({ path: `filter${path ? `.${path}` : ''}`, code })),
    })
  }
  const variables = { currentUser: currentUserOf(scope.caller) }
  const expanded = withOwnRecords(checked.filter, fields, context)
  return treeToSql(resolveFilter(expanded, variables), scope)
}

function checkContext(scope: Scope) {
  return {
    fieldsOf: (dataCollectionId: number) => linkedFields(scope, dataCollectionId),
    userColumnOf: (dataCollectionId: number) => userColumnOf(scope.model, dataCollectionId),
  }
}

function fieldsOf(scope: Scope) {
  return [...scope.access.fields.values()].map(({ field }) => field)
}

function linkedFields(scope: Scope, dataCollectionId: number) {
  try {
    return fieldsOf(linkedScope(scope, dataCollectionId))
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

function treeToSql(filter: Filter, scope: Scope): Sql {
  if ('and' in filter) return all(filter.and.map((part) => treeToSql(part, scope)))
  if ('or' in filter) return any(filter.or.map((part) => treeToSql(part, scope)))
  if ('not' in filter) return fails(treeToSql(filter.not, scope))
  return conditionToSql(filter, scope)
}

export function all(parts: readonly Sql[]): Sql {
  const real = parts.filter((part) => part !== always)
  if (real.length === 0) return always
  return real.length === 1 ? (real[0] as Sql) : sql`(${join(real, ' and ')})`
}

export function any(parts: readonly Sql[]): Sql {
  if (parts.length === 0) return never
  return parts.length === 1 ? (parts[0] as Sql) : sql`(${join([...parts], ' or ')})`
}

function conditionToSql(condition: Condition, scope: Scope): Sql {
  if (condition.field === '@collections') return memberCondition(condition, scope)
  if (isSystemColumn(condition.field)) {
    const rows = systemRows(condition.field, scope.access)
    return systemCondition(condition, scope, rowsToSql(rows, scope))
  }
  const access = scope.access.fields.get(condition.field)
  if (!access) throw new AppError('filter_invalid')
  const { field, read } = access
  const readable = rowsToSql(read, scope)
  const sqlOf = (): Sql => {
    const { op, value } = condition
    if (op === 'isEmpty') return storageOf(field).isEmpty(field, scope)
    if (op === 'isNotEmpty') return sql`not ${storageOf(field).isEmpty(field, scope)}`
    if (op === 'some' || op === 'none') return linkedCondition(condition, scope)
    return storageOf(field).condition(field, op, value, scope)
  }
  if (readable === always) return sqlOf()
  // An unreadable value counts as empty.
  return matchesEmpty.has(condition.op)
    ? sql`(${fails(readable)} or ${sqlOf()})`
    : sql`(${readable} and ${sqlOf()})`
}

/**
 * `some` and `none`: whether linked records outside the trash that the caller may see match the nested
 * filter.
 */
function linkedCondition(condition: Condition, scope: Scope): Sql {
  const field = scope.access.fields.get(condition.field)?.field
  const target = field && targetOf(field)
  if (!field || !target || scope.depth >= maxDepth) return condition.op === 'none' ? always : never
  const inner = linkedScope(scope, target)
  const [own, id] = [ident(scope.alias, 'record_id'), ident(inner.alias, 'record_id')]
  const column = ident(scope.alias, field.columnName)
  const source =
    traitsOf(field).ids === 'links'
      ? sql`${linkTable(field, scope.schema)} l join ${tables(inner)} on ${id} = l.to_id where l.from_id = ${own}`
      : sql`${tables(inner)} where ${id} = ${column}`
  const nested = condition.where ? treeToSql(condition.where, inner) : always
  const exists = sql`exists (select from ${source} and ${all([livingRows(inner), nested])})`
  return condition.op === 'none' ? sql`not ${exists}` : exists
}

/** The root's table joined with the catalogue, under the scope's aliases. */
export function tables(scope: Scope): Sql {
  const [t, r] = [ident(scope.alias), ident(scope.recordAlias)]
  return sql`(${tableOf(scope)} ${t} join ${ident(scope.schema, 'data_record')} ${r} on ${r}.id = ${t}.record_id)`
}

export function tableOf(scope: Scope): Sql {
  return ident(scope.schema, scope.access.home.tableName)
}

/** Condition: the record is in the collection, not in the trash, and visible to the caller. */
export function livingRows(scope: Scope): Sql {
  return all([
    sql`${ident(scope.alias, 'deleted_at')} is null`,
    membershipToSql(scope.access.collection, scope),
    rowsToSql(scope.access.visible, scope),
  ])
}

/**
 * Condition for a set of records; never null, so that it can be negated. Row rules are evaluated on all data.
 */
export function rowsToSql(rows: Rows, scope: Scope): Sql {
  if (rows === 'all') return always
  if (rows === 'none' || scope.depth >= maxDepth) return never
  const ruled = withEverything(scope)
  // In a row rule `currentUser` is the caller, although the rule is evaluated with full access.
  const expanded = withOwnRecords(rows, fieldsOf(ruled), checkContext(ruled))
  const rule = treeToSql(resolveFilter(expanded, { currentUser: currentUserOf(scope.caller) }), ruled)
  return rule === always ? always : sql`coalesce(${rule}, false)`
}

/**
 * Condition for membership: always true for a root, by `membership` for a plain child, by filter for a smart
 * one.
 */
export function membershipToSql(collection: CollectionModel, scope: Scope): Sql {
  if (collection.parentId === null) return always
  if (scope.depth >= maxDepth) return never
  const parent = scope.model.collections.get(collection.parentId)
  const inParent = parent?.isSmartCollection ? membershipToSql(parent, scope) : always
  if (!collection.isSmartCollection) {
    return all([
      inParent,
      sql`exists (select from ${ident(scope.schema, 'membership')} m
        where m.data_collection_id = ${collection.id} and m.record_id = ${ident(scope.alias, 'record_id')})`,
    ])
  }
  const filter = collection.membershipDataFilter
  // Members of a smart child must also be members of its plain parent.
  const ofParent = parent && !parent.isSmartCollection ? membershipToSql(parent, scope) : inParent
  return all([ofParent, filter ? treeToSql(resolveFilter(filter, {}), withEverything(scope)) : always])
}

function memberCondition({ op, value }: Condition, scope: Scope): Sql {
  const ids = Array.isArray(value) ? (value as number[]) : [value as number]
  const isMember = any(
    ids.map((id) => {
      const collection = scope.model.collections.get(id)
      const isHere = collection && !collection.deletedAt && collection.homeId === scope.access.home.id
      return isHere ? membershipToSql(collection, scope) : never
    }),
  )
  return isNegative(op) ? fails(isMember) : isMember
}

function isNegative(op: Operator): boolean {
  return op === 'notMemberOf'
}
