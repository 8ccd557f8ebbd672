/** The collections that a caller may search: by the catalogue alone, or with permission rules. */

import { AppError } from '@muster/contract/errors'
import {
  always,
  membershipToSql,
  searchableRows,
  searchedFields,
  systemRows,
} from '../../engine/public.sql.ts'
import {
  type Caller,
  type CollectionAccess,
  type Scope,
  scopeOf,
  type TeamModel,
  treeContext,
} from '../../engine/public.ts'

export interface SearchedHomes {
  model: TeamModel
  /** Collections of which the caller may see every record with its name and avatar. */
  open: readonly Scope[]
  ruled: readonly Scope[]
}

/** @param only searches a single collection, with no results if it is not searchable */
export function searchedHomes(model: TeamModel, caller: Caller, only: number | undefined): SearchedHomes {
  const open: Scope[] = []
  const ruled: Scope[] = []
  const now = new Date()
  for (const collection of model.collections.values()) {
    const isWanted = only === undefined ? collection.parentId === null : collection.id === only
    if (!isWanted || collection.deletedAt || !collection.isGloballySearchable) continue
    const scope = visibleScope(model, caller, collection.id, now)
    if (scope) (isOpen(scope) ? open : ruled).push(scope)
  }
  return { model, open, ruled }
}

function visibleScope(model: TeamModel, caller: Caller, id: number, now: Date): Scope | null {
  try {
    return scopeOf(treeContext({ model, caller }, id), now)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function isOpen(scope: Scope): boolean {
  const { access } = scope
  if (access.visible !== 'all' || membershipToSql(access.collection, scope) !== always) return false
  return systemRows('@name', access) === 'all' && isAvatarOpen(access)
}

function isAvatarOpen({ home, fields }: CollectionAccess): boolean {
  if (home.avatarFieldId === null) return true
  return [...fields.values()].some(({ field, read }) => field.id === home.avatarFieldId && read === 'all')
}

/** Whether the caller may search all fields of the search document in every record. */
export function isDocumentOpen(scope: Scope): boolean {
  return searchedFields(scope.access.home.fields).every((field) => searchableRows(field, scope) === 'all')
}
