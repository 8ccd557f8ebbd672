/** The fields of a view, as far as one reader may see them. */

import { AppError } from '@muster/contract/errors'
import type { Filter } from '@muster/contract/filters/ast'
import { isSystemField } from '@muster/contract/filters/subjects'
import { viewTypes } from '@muster/contract/views/types/index'
import { type ViewFieldKey, viewFieldKinds } from '@muster/contract/views/views.rules'
import { fieldOfKey } from '../../engine/public.design.ts'
import { filterToSql, matchesEmpty } from '../../engine/public.sql.ts'
import {
  accessOf,
  canDesign,
  everything,
  type FieldModel,
  homeOf,
  scopeOf,
  type TeamModel,
  treeContext,
  type ViewModel,
} from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'

/** Fields of a collection's tree that a reader of its views knows, by id; without deleted ones. */
export type KnownFields = ReadonlyMap<number, FieldModel>

/** Designers know every field. Null if the collection is deleted, or the reader has no access to it. */
export function knownFields(
  model: TeamModel,
  teamUser: TeamUser,
  dataCollectionId: number,
): KnownFields | null {
  const collection = model.collections.get(dataCollectionId)
  if (!collection || collection.deletedAt) return null
  if (canDesign(teamUser)) return byId(homeOf(model, collection).fields)
  const access = accessOf(model, teamUser, dataCollectionId)
  return access ? byId([...access.fields.values()].map(({ field }) => field)) : null
}

const byId = (fields: readonly FieldModel[]): KnownFields => new Map(fields.map((field) => [field.id, field]))

export const viewFieldKeys = Object.keys(viewFieldKinds) as ViewFieldKey[]

/** Whether a view lacks a field that its type or its filter requires. */
export function isBrokenView(model: TeamModel, view: ViewModel): boolean {
  const needed = viewTypes[view.type].neededField
  if (needed && !fieldOfKey(model, view, needed)) return true
  if (!view.filter) return false
  try {
    filterToSql(view.filter, scopeOf(treeContext({ model, caller: everything }, view.dataCollectionId)))
    return false
  } catch {
    return true
  }
}

/** Whether a reader may read all fields of a filter, also those of linked records. Designers know every field. */
export function mayKnow(
  model: TeamModel,
  teamUser: TeamUser,
  dataCollectionId: number,
  filter: Filter,
): boolean {
  if (canDesign(teamUser)) return true
  try {
    filterToSql(filter, scopeOf(treeContext({ model, caller: teamUser }, dataCollectionId)))
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/**
 * The filter for a reader who does not know all of its fields: unknown values count as empty, as in every
 * filter. Undefined if the reader knows them all.
 */
export function withoutUnknown(filter: Filter, columns: ReadonlySet<string>): Filter | undefined {
  let isCut = false
  const cut = (node: Filter): Filter => {
    if ('and' in node) return { and: node.and.map(cut) }
    if ('or' in node) return { or: node.or.map(cut) }
    if ('not' in node) return { not: cut(node.not) }
    if (isSystemField(node.field) || columns.has(node.field)) return node
    isCut = true
    return matchesEmpty.has(node.op) ? { and: [] } : { or: [] }
  }
  const result = cut(filter)
  return isCut ? result : undefined
}
