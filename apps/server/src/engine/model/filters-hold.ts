/**
 * Stored filters (of smart collections and row rules): checked when saved, and again when the model changes.
 */
import { AppError, type FieldError } from '@muster/contract/errors'
import { isObject } from '@muster/contract/fields/parsed'
import type { Filter } from '@muster/contract/filters/ast'
import { type CheckedFilter, checkFilter } from '@muster/contract/filters/check'
import { type CollectionModel, homeOf, type TeamModel } from './model.ts'
import { userColumnOf } from './user-column.ts'

/**
 * Validates a membership filter and returns it with normalised operands.
 * @param id of an existing smart collection; null for a new one
 * @throws AppError filter_invalid
 */
export function checkMembershipFilter(
  model: TeamModel,
  home: CollectionModel,
  id: number | null,
  filter: Filter,
): Filter {
  const checked = check(model, home, filter)
  if (!checked.ok) throw filterInvalid(checked.errors)
  // Membership is the same for every caller.
  if (names(filter, 'currentUser')) throw filterInvalid([{ path: '', code: 'invalid' }])
  const unknown = collectionsIn(filter).some((other) => isGone(model, other))
  if (unknown) throw filterInvalid([{ path: '', code: 'unknown_collection' }])
  if (id !== null && reaches(model, collectionsIn(filter), id)) {
    throw filterInvalid([{ path: '', code: 'invalid' }])
  }
  return checked.filter
}

/**
 * Validates a row rule.
 * @param home root of the records it is for; null for all of the team, with fields that every record has
 * @returns the filter with normalised operands, or the errors by their path in it
 */
export function checkRowRule(model: TeamModel, home: CollectionModel | null, filter: Filter): CheckedFilter {
  const checked = check(model, home, filter)
  const isUnknown = checked.ok && collectionsIn(filter).some((other) => isGone(model, other))
  return isUnknown ? { ok: false, errors: [{ path: '', code: 'unknown_collection' }] } : checked
}

function filterInvalid(errors: readonly FieldError[]): AppError {
  return new AppError('filter_invalid', {
    errors: errors.map((error) => ({
      ...error,
      path: ['membershipDataFilter', error.path].filter((part) => part !== '').join('.'),
    })),
  })
}

function check(model: TeamModel, home: CollectionModel | null, filter: Filter): CheckedFilter {
  return checkFilter(filter, home?.fields ?? [], {
    fieldsOf: (id) => {
      const collection = model.collections.get(id)
      return collection && !collection.deletedAt ? collection.fields : undefined
    },
    userColumnOf: (id) => userColumnOf(model, id),
  })
}

function isGone(model: TeamModel, id: number): boolean {
  return model.collections.get(id)?.deletedAt !== null
}

/** Whether membership of the given collections depends on that of `id`, through filters and parents. */
function reaches(model: TeamModel, from: readonly number[], id: number, seen = new Set<number>()): boolean {
  return from.some((next) => {
    if (next === id) return true
    if (seen.has(next)) return false
    seen.add(next)
    const collection = model.collections.get(next)
    if (!collection) return false
    const named = collection.membershipDataFilter ? collectionsIn(collection.membershipDataFilter) : []
    return reaches(model, collection.parentId === null ? named : [...named, collection.parentId], id, seen)
  })
}

/** The collections whose membership a filter refers to, at any depth. */
function collectionsIn(filter: Filter): number[] {
  return partsOf(filter).flatMap((part) => {
    if (!('field' in part) || (part.op !== 'memberOf' && part.op !== 'notMemberOf')) return []
    return [part.value].flat().filter((value): value is number => typeof value === 'number')
  })
}

function names(filter: Filter, variable: string): boolean {
  return partsOf(filter).some(
    (part) =>
      'field' in part && [part.value].flat().some((value) => isObject(value) && value.variable === variable),
  )
}

/** Every node of the tree. */
function partsOf(filter: Filter): Filter[] {
  if ('and' in filter) return [filter, ...filter.and.flatMap(partsOf)]
  if ('or' in filter) return [filter, ...filter.or.flatMap(partsOf)]
  if ('not' in filter) return [filter, ...partsOf(filter.not)]
  return [filter, ...(filter.where ? partsOf(filter.where) : [])]
}

/** A filter stored in a definition. */
interface StoredFilter {
  /** Id of the definition. */
  id: number
  /** Root of the records that it filters. */
  home: CollectionModel
  filter: Filter
}

/**
 * All stored filters, by the key under which the error `in_use` lists the ids of their definitions. Filters
 * of other features must be added here, so that fields and collections they use cannot be deleted.
 */
const storedFilters = {
  dataCollectionIds: (model): StoredFilter[] =>
    [...model.collections.values()].flatMap((collection) =>
      collection.membershipDataFilter && !collection.deletedAt
        ? [{ id: collection.id, home: homeOf(model, collection), filter: collection.membershipDataFilter }]
        : [],
    ),
  userRoleIds: (model): StoredFilter[] =>
    [...model.roles.values()].flatMap(({ id, dataGrants }) =>
      dataGrants.flatMap(({ rowFilter, dataCollectionId, dataFieldId }) => {
        const field = dataFieldId === null ? undefined : model.fields.get(dataFieldId)
        const target = model.collections.get(dataCollectionId ?? field?.dataCollectionId ?? 0)
        return rowFilter && target && !target.deletedAt
          ? [{ id, home: homeOf(model, target), filter: rowFilter }]
          : []
      }),
    ),
} satisfies Record<string, (model: TeamModel) => StoredFilter[]>

/**
 * Checks that a change of the model does not break a stored filter.
 * @throws AppError in_use with the ids, by kind, of the definitions whose filters the change would break
 */
export function checkFiltersHold(before: TeamModel, after: TeamModel): void {
  const newlyBroken = Object.entries(storedFilters).map(([name, filtersOf]) => {
    const wasBroken = brokenIn(before, filtersOf)
    return [name, [...brokenIn(after, filtersOf)].filter((id) => !wasBroken.has(id))] as const
  })
  if (newlyBroken.every(([, ids]) => ids.length === 0)) return
  throw new AppError('in_use', { params: { ...Object.fromEntries(newlyBroken), as: 'filter' } })
}

function brokenIn(model: TeamModel, filtersOf: (model: TeamModel) => StoredFilter[]): Set<number> {
  const broken = filtersOf(model).filter(({ home, filter }) => isBrokenFilter(model, home, filter))
  return new Set(broken.map(({ id }) => id))
}

function isBrokenFilter(model: TeamModel, home: CollectionModel, filter: Filter): boolean {
  return !check(model, home, filter).ok || collectionsIn(filter).some((id) => isGone(model, id))
}
