/** The fields that a view names, as one reader may see them. */

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

/** Living fields of a collection's tree that a reader of its views gets to know of, by id. */
export type KnownFields = ReadonlyMap<number, FieldModel>

/** Designers know every field. Null where the collection is gone, or nothing of it may be read. */
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

/** Whether a view lacks a field that it cannot do without, be it for its type or for its filter. */
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

/**
 * The filter for a reader who does not know every field of it: what a record has there counts as empty for him, as
 * in every filter. Undefined in place of the filter where all of it is known.
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
