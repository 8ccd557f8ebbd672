/** Data permissions of a caller, compiled to what the record engine needs: which rows, which columns, to do what. */
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
import { accessKey, type Caller } from './caller.ts'

/** The records something holds for: every one, none, or those that match. Row rules see all data themselves. */
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
  /** Records that may be seen at all: those of which at least one field may be read. */
  visible: Rows
  metadata: Rows
  deletable: Rows
  /** Records of which at least one field may be changed; a new record must be one of them. */
  updatable: Rows
  /** Only fields that may be read on some record, by column name, in the order of the fields. */
  fields: ReadonlyMap<string, FieldAccess>
}

const cache = new WeakMap<TeamModel, Map<string, CollectionAccess>>()
/** Per team. Rules that name one record make an access per visitor, which must not add up. */
const maxKept = 5_000

/** @throws AppError not_found for a collection that is deleted, of another team, or of which nothing may be read */
export function accessTo(model: TeamModel, caller: Caller, dataCollectionId: number): CollectionAccess {
  const known = cache.get(model) ?? new Map<string, CollectionAccess>()
  cache.set(model, known)
  const key = `${dataCollectionId}:${accessKey(caller)}`
  const access = known.get(key) ?? compile(model, caller, collectionOf(model, dataCollectionId))
  if (known.size >= maxKept) known.clear()
  known.set(key, access)
  if (access.visible === 'none') throw new AppError('not_found')
  return access
}

/** Access of the tree a collection belongs to. */
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
    // A collection without fields is visible to everybody who may read the collection as a whole.
    visible: accesses.length > 0 ? union(accesses.map(({ read }) => read)) : rows('read_data_field_data'),
    metadata: rows('read_data_record_metadata'),
    deletable: rows('delete_data_records'),
    updatable: union([rows('update_data_field_data'), ...accesses.map(({ update }) => update)]),
    fields,
  }
}

/** Null where no grant is needed. */
function grantsOf(model: TeamModel, caller: Caller): readonly DataGrant[] | null {
  if ('access' in caller) return caller.access.grants
  if (caller.isTeamAdmin) return null
  return [...model.roles.values()]
    .filter((role) => role.isActive && caller.userRoleIds.includes(role.id))
    .flatMap((role) => role.dataGrants)
}

/** Which permissions an API token carries in a tree; other callers carry all that they are granted. */
function scopeOfToken(caller: Caller, home: CollectionModel): (permission: DataPermission) => boolean {
  if (caller.kind !== 'api_token') return () => true
  const { permissions, dataCollectionIds } = caller.scope
  const isReached = dataCollectionIds === null || dataCollectionIds.includes(home.id)
  return (permission) => isReached && permissions.includes(permission)
}

/** Without a field: whether the grant covers the collection as a whole. */
function covers(model: TeamModel, grant: DataGrant, home: CollectionModel, field?: FieldModel): boolean {
  if (grant.dataWizardId !== null) return false
  if (grant.dataFieldId !== null) return grant.dataFieldId === field?.id
  if (grant.dataCollectionId === null) return true
  return model.collections.get(grant.dataCollectionId)?.homeId === home.id
}

function rowsOf(model: TeamModel, grant: DataGrant, home: CollectionModel): Rows {
  const parts: Filter[] = []
  const collection = grant.dataCollectionId === null ? null : model.collections.get(grant.dataCollectionId)
  // A grant on a child collection is for the child's members.
  if (collection && collection.homeId !== collection.id) {
    parts.push({ field: '@collections', op: 'memberOf', value: [collection.id] })
  }
  if (grant.rowFilter) {
    // A rule for the whole team may name fields that this collection does not have: then it grants nothing here.
    const isOfHere = checkFilter(grant.rowFilter, home.fields, { fieldsOf: (id) => homeFields(model, id) }).ok
    if (!isOfHere) return 'none'
    parts.push(grant.rowFilter)
  }
  if (parts.length === 0) return 'all'
  return parts.length === 1 ? (parts[0] as Filter) : { and: parts }
}

function homeFields(model: TeamModel, dataCollectionId: number): readonly FieldModel[] | undefined {
  return model.collections.get(dataCollectionId)?.fields
}

/** Rows that are in at least one of the sets. */
function union(sets: readonly Rows[]): Rows {
  if (sets.includes('all')) return 'all'
  const filters = new Map<string, Filter>()
  for (const set of sets) if (set !== 'none' && set !== 'all') filters.set(JSON.stringify(set), set)
  const distinct = [...filters.values()]
  if (distinct.length === 0) return 'none'
  return distinct.length === 1 ? (distinct[0] as Filter) : { or: distinct }
}
