/** The parts of a public view that visitors can access: its shown fields and its records. */

import { AppError } from '@muster/contract/errors'
import { isSystemField } from '@muster/contract/filters/subjects'
import { publishedFields } from '@muster/contract/views/views.rules'
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

export interface PublicViewModel {
  model: TeamModel
  view: ViewModel
  /** Fields whose values visitors get, in the view's order. */
  shown: readonly FieldModel[]
  /** Of these, those that the view displays. */
  displayed: ReadonlySet<FieldModel>
  /** The field with the names of items. */
  nameField: FieldModel | null
  filterFields: readonly FilterEntry[]
  /** The view's records, with read access to the shown fields only. */
  scope: Scope
}

export interface VisitorQuery {
  filters: Readonly<Record<string, unknown>>
  search?: string | undefined
}

/** @throws AppError not_found if the view does not exist, is not public, or lacks a required field */
export function publicViewOf(model: TeamModel, publicKey: string): PublicViewModel {
  const view = [...model.views.values()].find((one) => one.publicKey === publicKey)
  const collection = view && model.collections.get(view.dataCollectionId)
  if (!view?.isVisibleExternally || !collection || collection.deletedAt || isBrokenView(model, view)) {
    throw new AppError('not_found')
  }
  const { fields } = homeOf(model, collection)
  const byId = new Map(fields.map((field) => [field.id, field]))
  const displayed = new Set(view.displayedFields.flatMap(({ dataFieldId }) => byId.get(dataFieldId) ?? []))
  const nameField = fieldOfKey(model, view, 'recordNameDataFieldId')
  const displayOptions = displayOptionsSchema.parse(view.displayOptions)
  const shown = publishedFields({ ...view, displayOptions }, fields)
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

/** Read access to these fields in all records of the view's collection, and to nothing else. */
function accessOf(model: TeamModel, view: ViewModel, fields: readonly FieldModel[]): CollectionAccess {
  const collection = model.collections.get(view.dataCollectionId)!
  return {
    collection,
    home: homeOf(model, collection),
    visible: 'all',
    metadata: 'none',
    deletable: 'none',
    updatable: 'none',
    hasRowRules: false,
    fields: new Map(fields.map((field) => [field.columnName, { field, read: 'all', update: 'none' }])),
  }
}

/** The same records with access to other fields. */
export function withFields({ model, view, scope }: PublicViewModel, fields: readonly FieldModel[]): Scope {
  return { ...scope, access: accessOf(model, view, fields) }
}

/**
 * The view's records that match the visitor's query. The view's own filter and order can use every field, the
 * visitor's search the displayed fields and the name, and the visitor's filters the view's filter fields.
 *
 * @throws AppError validation_failed for filters that the view does not offer
 */
export function publicSelection(
  publicView: PublicViewModel,
  { filters, search }: VisitorQuery,
  scope = publicView.scope,
): Selection {
  const { view, displayed, nameField, filterFields } = publicView
  const team = withEverything(publicView.scope)
  const visitor = filterOf(filterFields, filters, displayed)
  const searched = [...displayed, ...(nameField ? [nameField] : [])]
  const where = all([
    sql`${ident(scope.alias)}.deleted_at is null`,
    membershipToSql(publicView.scope.access.collection, publicView.scope),
    view.filter ? filterToSql(view.filter, team) : always,
    visitor
      ? filterToSql(
          visitor,
          withFields(
            publicView,
            filterFields.map(({ field }) => field),
          ),
        )
      : always,
    search?.trim() ? searchToSql(search, withFields(publicView, searched)) : always,
  ])
  const { fieldsByColumn } = publicView.scope.access.home
  const sort = view.sort.filter(({ field }) => isSystemField(field) || fieldsByColumn.has(field))
  return selectionFrom(scope, where, orderOf(sort, team))
}
