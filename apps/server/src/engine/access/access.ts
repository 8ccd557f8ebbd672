/** Compiles a caller's data permissions into the rows and columns on which each action is allowed. */
import { AppError } from '@muster/contract/errors'
import type { Filter } from '@muster/contract/filters/ast'
import { checkFilter } from '@muster/contract/filters/check'
import type { DataPermission } from '@muster/contract/roles/permissions'
import {
  type CollectionModel,
  collectionOf,
  type DataGrant,
  type FieldModel,
  homeOf,
  type TeamModel,
} from '../model/model.ts'
import { userColumnOf } from '../model/user-column.ts'
import { accessKey, type Caller } from './caller.ts'

/**
 * A set of records: all, none, or those that match a filter. Row rules themselves are evaluated on all data.
 */
export type Rows = 'all' | 'none' | Filter

export interface FieldAccess {
  field: FieldModel
  read: Rows
  update: Rows
}

export interface CollectionAccess {
  /** The requested collection, and the root its records are stored in. */
  collection: CollectionModel
  home: CollectionModel
  /** Records that the caller may see: those with at least one readable field. */
  visible: Rows
  metadata: Rows
  deletable: Rows
  /** Records with at least one field that the caller may change; a new record must be one of them. */
  updatable: Rows
  /** Fields that are readable on at least one record, by column name, in the order of the fields. */
  fields: ReadonlyMap<string, FieldAccess>
  /** Whether a row rule may tell callers with equal access apart, as one with `currentUser` does. */
  hasRowRules: boolean
}

const cache = new WeakMap<TeamModel, Map<string, CollectionAccess>>()
/** Per team. Grants on a single record give each visitor an own entry, so the cache needs a limit. */
const maxCached = 5_000

/**
 * What a caller may do in a collection; cached per model.
 *
 * @throws AppError not_found for a collection that is deleted, of another team, or without readable records
 */
export function accessTo(model: TeamModel, caller: Caller, dataCollectionId: number): CollectionAccess {
  const known = cache.get(model) ?? new Map<string, CollectionAccess>()
  cache.set(model, known)
  const key = `${dataCollectionId}:${accessKey(caller)}`
  const access = known.get(key) ?? compile(model, caller, collectionOf(model, dataCollectionId))
  if (known.size >= maxCached) known.clear()
  known.set(key, access)
  if (access.visible === 'none') throw new AppError('not_found')
  return access
}

/** Access to the root of a collection's tree. */
export function homeAccess(model: TeamModel, caller: Caller, dataCollectionId: number): CollectionAccess {
  return accessTo(model, caller, collectionOf(model, dataCollectionId).homeId)
}

function compile(model: TeamModel, caller: Caller, collection: CollectionModel): CollectionAccess {
  const home = homeOf(model, collection)
  const grants = grantsOf(model, caller)
  const isInScope = scopeOfToken(caller, home)
  const rows = (permission: DataPermission, field?: FieldModel): Rows =>
    !isInScope(permission)
      ? 'none'
      : grants === null
        ? 'all'
        : union(
            grants
              .filter((grant) => grant.permission === permission && covers(model, grant, home, field))
              .map((grant) => rowsOf(model, grant, home)),
          )
  const fields = new Map<string, FieldAccess>()
  for (const field of home.fields) {
    const read = rows('read_data_field_data', field)
    if (read === 'none') continue
    fields.set(field.columnName, { field, read, update: rows('update_data_field_data', field) })
  }
  const accesses = [...fields.values()]
  return {
    collection,
    home,
    // A collection without fields is visible to callers with a grant on the whole collection.
    visible: accesses.length > 0 ? union(accesses.map(({ read }) => read)) : rows('read_data_field_data'),
    metadata: rows('read_data_record_metadata'),
    deletable: rows('delete_data_records'),
    updatable: union([rows('update_data_field_data'), ...accesses.map(({ update }) => update)]),
    fields,
    hasRowRules: grants?.some(({ rowFilter }) => rowFilter !== null) ?? false,
  }
}

/** The caller's grants; null if the caller needs none. */
function grantsOf(model: TeamModel, caller: Caller): readonly DataGrant[] | null {
  if ('access' in caller) return caller.access.grants
  if (caller.isTeamAdmin) return null
  return [...model.roles.values()]
    .filter((role) => role.isActive && caller.userRoleIds.includes(role.id))
    .flatMap((role) => role.dataGrants)
}

/** Tests whether a permission is in the scope of the caller's API token; always true for other callers. */
function scopeOfToken(caller: Caller, home: CollectionModel): (permission: DataPermission) => boolean {
  if (caller.kind !== 'api_token') return () => true
  const { permissions, dataCollectionIds } = caller.scope
  const isReached = dataCollectionIds === null || dataCollectionIds.includes(home.id)
  return (permission) => isReached && permissions.includes(permission)
}

/** Whether the caller may read and change the fields in every record. */
export function mayChangeAll(access: CollectionAccess, fields: readonly FieldModel[]): boolean {
  return fields.every(({ columnName }) => {
    const own = access.fields.get(columnName)
    return own?.read === 'all' && own.update === 'all'
  })
}

/** Whether the grant covers the field, or without a field the whole collection. */
export function covers(
  model: TeamModel,
  grant: DataGrant,
  home: CollectionModel,
  field?: FieldModel,
): boolean {
  if (grant.dataWizardId !== null) return false
  if (grant.dataFieldId !== null) return grant.dataFieldId === field?.id
  if (grant.dataCollectionId === null) return true
  return model.collections.get(grant.dataCollectionId)?.homeId === home.id
}

/** The records that a grant is for. */
export function rowsOf(model: TeamModel, grant: DataGrant, home: CollectionModel): Rows {
  const parts: Filter[] = []
  const collection = grant.dataCollectionId === null ? null : model.collections.get(grant.dataCollectionId)
  // A grant on a child collection is for the child's members.
  if (collection && collection.homeId !== collection.id) {
    parts.push({ field: '@collections', op: 'memberOf', value: [collection.id] })
  }
  if (grant.rowFilter) {
    // A rule for the whole team may name fields that this collection lacks; it then grants nothing here.
    const isOfHere = checkFilter(grant.rowFilter, home.fields, {
      fieldsOf: (id) => homeFields(model, id),
      userColumnOf: (id) => userColumnOf(model, id),
    }).ok
    if (!isOfHere) return 'none'
    parts.push(grant.rowFilter)
  }
  if (parts.length === 0) return 'all'
  return parts.length === 1 ? (parts[0] as Filter) : { and: parts }
}

function homeFields(model: TeamModel, dataCollectionId: number): readonly FieldModel[] | undefined {
  return model.collections.get(dataCollectionId)?.fields
}

/** Records that are in at least one of the sets. */
function union(sets: readonly Rows[]): Rows {
  if (sets.includes('all')) return 'all'
  const filters = new Map<string, Filter>()
  for (const set of sets) if (set !== 'none' && set !== 'all') filters.set(JSON.stringify(set), set)
  const distinct = [...filters.values()]
  if (distinct.length === 0) return 'none'
  return distinct.length === 1 ? (distinct[0] as Filter) : { or: distinct }
}
