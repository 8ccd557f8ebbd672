/** A view that is visible externally, as far as its visitors go: the fields it shows, and the records it is about. */

import { AppError } from '@muster/contract/errors'
import { isSystemField } from '@muster/contract/filters/subjects'
import { displayOptionsSchema } from '@muster/contract/views/views.schema'
import { fieldOfKey } from '../../../engine/public.design.ts'
import {
  all,
  always,
  filterToSql,
  membershipToSql,
  orderOf,
  type Selection,
  searchToSql,
  selectionFrom,
} from '../../../engine/public.sql.ts'
import {
  type CollectionAccess,
  everything,
  type FieldModel,
  homeOf,
  type Scope,
  scopeOf,
  type TeamModel,
  type ViewModel,
  withEverything,
} from '../../../engine/public.ts'
import { ident, sql } from '../../../platform/db.ts'
import { isBrokenView } from '../view-fields.ts'
import type { FilterEntry } from './visitor-filter.ts'
import { filterOf } from './visitor-filter.ts'

export interface Outside {
  model: TeamModel
  view: ViewModel
  /** Fields whose values visitors get, in the view's order. */
  shown: readonly FieldModel[]
  /** Of these, those that the view displays. */
  displayed: ReadonlySet<FieldModel>
  /** What an item is called. */
  nameField: FieldModel | null
  filterFields: readonly FilterEntry[]
  /** The records with the fields that visitors get, and no right to anything else. */
  scope: Scope
}

/** What a visitor asks for. */
export interface Asked {
  filters: Readonly<Record<string, unknown>>
  search?: string | undefined
}

/** @throws AppError not_found for what is not there, not shown outside, or lacks a field that it needs */
export function outsideOf(model: TeamModel, viewId: number): Outside {
  const view = model.views.get(viewId)
  const collection = view && model.collections.get(view.dataCollectionId)
  if (!view?.isVisibleExternally || !collection || collection.deletedAt || isBrokenView(model, view)) {
    throw new AppError('not_found')
  }
  const { fields } = homeOf(model, collection)
  const byId = new Map(fields.map((field) => [field.id, field]))
  const displayed = new Set(view.displayedFields.flatMap(({ dataFieldId }) => byId.get(dataFieldId) ?? []))
  const nameField = fieldOfKey(model, view, 'recordNameDataFieldId')
  const shown = [...new Set([...displayed, ...pictureAndLinks(model, view, byId)])]
  const access = accessOf(model, view, shown)
  const named = nameField ?? byId.get(access.home.nameFieldId ?? 0)
  return {
    model,
    view,
    shown,
    displayed,
    nameField: named ?? null,
    filterFields: view.filterFields.flatMap((entry) => {
      const field = byId.get(entry.dataFieldId)
      return field ? [{ field, entry }] : []
    }),
    scope: { ...scopeOf({ model, caller: everything, access }), namedBy: named },
  }
}

/** Beside its displayed fields a view gives the picture of an item, and what an item leads to. */
function pictureAndLinks(
  model: TeamModel,
  view: ViewModel,
  byId: ReadonlyMap<number, FieldModel>,
): FieldModel[] {
  const { imageDataFieldId } = displayOptionsSchema.parse(view.displayOptions)
  return [
    byId.get(imageDataFieldId ?? 0),
    fieldOfKey(model, view, 'itemUrlOverrideDataFieldId'),
    fieldOfKey(model, view, 'urlDataFieldId'),
  ].filter((field) => field !== undefined && field !== null)
}

/** Rights to these fields of all records of the view's collection, and to nothing else. */
function accessOf(model: TeamModel, view: ViewModel, fields: readonly FieldModel[]): CollectionAccess {
  const collection = model.collections.get(view.dataCollectionId)!
  return {
    collection,
    home: homeOf(model, collection),
    visible: 'all',
    metadata: 'none',
    deletable: 'none',
    updatable: 'none',
    fields: new Map(fields.map((field) => [field.columnName, { field, read: 'all', update: 'none' }])),
  }
}

/** The same records with rights to other fields. */
export function withFields({ model, view, scope }: Outside, fields: readonly FieldModel[]): Scope {
  return { ...scope, access: accessOf(model, view, fields) }
}

/**
 * The records that the view is about, narrowed by what the visitor asks for. The view's own filter and order see
 * every field; the visitor's search sees what is shown, and his filters the view's filter fields.
 *
 * @throws AppError validation_failed for filters that the view does not have
 */
export function selectionOutside(
  outside: Outside,
  { filters, search }: Asked,
  scope = outside.scope,
): Selection {
  const { view, displayed, nameField, filterFields } = outside
  const team = withEverything(outside.scope)
  const visitor = filterOf(filterFields, filters, displayed)
  const searched = [...displayed, ...(nameField ? [nameField] : [])]
  const where = all([
    sql`${ident(scope.alias)}.deleted_at is null`,
    membershipToSql(outside.scope.access.collection, outside.scope),
    view.filter ? filterToSql(view.filter, team) : always,
    visitor
      ? filterToSql(
          visitor,
          withFields(
            outside,
            filterFields.map(({ field }) => field),
          ),
        )
      : always,
    search?.trim() ? searchToSql(search, withFields(outside, searched)) : always,
  ])
  const { fieldsByColumn } = outside.scope.access.home
  const sort = view.sort.filter(({ field }) => isSystemField(field) || fieldsByColumn.has(field))
  return selectionFrom(scope, where, orderOf(sort, team))
}
