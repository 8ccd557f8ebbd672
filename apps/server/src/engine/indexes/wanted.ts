/** Derives from the model which indexes a team's saved views and smart collections need. */

import crypto from 'node:crypto'
import type { Condition } from '@muster/contract/filters/ast'
import { viewTypes } from '@muster/contract/views/types/index'
import { displayOptionsSchema, type ViewIndex } from '@muster/contract/views/views.schema'
import { ident, join, rawSql, type Sql, sql } from '../../platform/db.ts'
import { equalIndexName, indexName } from '../model/columns.ts'
import { type FieldModel, homeOf, type TeamModel, type ViewModel } from '../model/model.ts'
import { fieldOfKey } from '../model/view-fields.ts'
import { dayOfYear } from '../query/day-of-year.ts'
import { equalKey, hasEquals, sortKeysOf } from './indexes.ts'
import { everyCondition, ranges, withinText } from './operators.ts'

export interface WantedIndex {
  name: string
  /** The root collection whose table has the index. */
  homeId: number
  kind: ViewIndex['kind']
  fields: readonly FieldModel[]
  /** The index definition after the table's name; null if `ensureIndex` creates it. */
  definition: Sql | null
  sortField?: FieldModel | undefined
  dataViewIds: number[]
  smartDataCollectionIds: number[]
}

/** Prefix of indexes that are created and dropped only for views and smart collections. */
export const ownPrefix = 'view_'

/** More columns hardly narrow a search further, and slow writes. */
const maxColumns = 4

/** What needs an index: conditions that every record meets, the sort field, fields that readers filter by. */
interface Need {
  conditions: readonly Condition[]
  sortField: FieldModel | undefined
  filterFields: readonly FieldModel[]
}

export function wantedIndexes(model: TeamModel): WantedIndex[] {
  const wanted = new Map<string, WantedIndex>()
  const want = (indexes: WantedIndex[], by: Pick<WantedIndex, 'dataViewIds' | 'smartDataCollectionIds'>) => {
    for (const index of indexes) {
      const known = wanted.get(index.name) ?? index
      known.dataViewIds.push(...by.dataViewIds)
      known.smartDataCollectionIds.push(...by.smartDataCollectionIds)
      wanted.set(index.name, known)
    }
  }
  for (const view of model.views.values()) {
    if (!isLiving(model, view.dataCollectionId)) continue
    const needs = [
      ...indexesOf(model, view.dataCollectionId, needOf(model, view)),
      ...placeIndex(model, view),
      ...dayIndex(model, view),
    ]
    want(needs, { dataViewIds: [view.id], smartDataCollectionIds: [] })
  }
  for (const { id, isSmartCollection, deletedAt } of model.collections.values()) {
    if (!isSmartCollection || deletedAt) continue
    const need = { conditions: smartConditions(model, id), sortField: undefined, filterFields: [] }
    want(indexesOf(model, id, need), { dataViewIds: [], smartDataCollectionIds: [id] })
  }
  return [...wanted.values()]
}

/** Whether it reads records by when they start. */
const isByStart = ({ type }: ViewModel): boolean => viewTypes[type].neededField === 'eventStartDataFieldId'

const isLiving = (model: TeamModel, id: number): boolean => model.collections.get(id)?.deletedAt === null

function needOf(model: TeamModel, view: ViewModel): Need {
  const { fields, fieldsByColumn } = homeOf(model, model.collections.get(view.dataCollectionId)!)
  const [sort, ...others] = view.sort
  const filterFieldIds = new Set(view.filterFields.map(({ dataFieldId }) => dataFieldId))
  const start = isByStart(view) ? fieldOfKey(model, view, 'eventStartDataFieldId') : null
  return {
    conditions: [...smartConditions(model, view.dataCollectionId), ...everyCondition(view.filter)],
    sortField: start ?? (sort && others.length === 0 ? fieldsByColumn.get(sort.field) : undefined),
    filterFields: fields.filter(({ id }) => filterFieldIds.has(id)),
  }
}

/** Conditions that every member meets, from the filters of the collection and of its ancestors. */
function smartConditions(model: TeamModel, id: number | null): Condition[] {
  const collection = id === null ? undefined : model.collections.get(id)
  if (!collection) return []
  return [...everyCondition(collection.membershipDataFilter), ...smartConditions(model, collection.parentId)]
}

function indexesOf(
  model: TeamModel,
  dataCollectionId: number,
  { conditions, sortField, filterFields }: Need,
): WantedIndex[] {
  const { homeId, fieldsByColumn } = homeOf(model, model.collections.get(dataCollectionId)!)
  const fieldsWith = (test: (condition: Condition) => boolean): FieldModel[] => [
    ...new Set(conditions.filter(test).flatMap(({ field }) => fieldsByColumn.get(field) ?? [])),
  ]
  const equal = fieldsWith(({ op }) => op === 'is').filter(isOneValue)
  const bounded = fieldsWith(({ op }) => ranges.has(op)).filter((field) => keysOf(model, field).length === 1)
  const place = { schema: model.schema, alias: tableOf(model, homeId) }
  const sorts = sortField && sortKeysOf(sortField, place).length === 1 ? sortField : undefined
  const found: WantedIndex[] = fieldsWith(({ op }) => withinText.has(op))
    .filter(({ type }) => type.storage === 'text')
    .map((field) => simple(homeId, 'contains', indexName('contains', field), [field]))
  if (sorts) found.push(simple(homeId, 'sort', indexName('sort', sorts), [sorts]))
  const ranged = sorts ? [] : bounded.slice(0, 1)
  const columns = [...equal.slice(0, maxColumns), ...ranged.filter((field) => !equal.includes(field))]
  if (columns.length > 0 && columns.length + (sorts ? 1 : 0) > 1)
    found.push(several(model, homeId, columns, sorts))
  else if (columns[0] && hasEquals(columns[0])) {
    found.push(simple(homeId, 'equal', equalIndexName(columns[0]), [columns[0]]))
  }
  for (const field of filterFields.filter(hasEquals)) {
    const name = equalIndexName(field, sorts)
    found.push({ ...simple(homeId, 'equal', name, sorts ? [field, sorts] : [field]), sortField: sorts })
  }
  return found
}

/** Whether an `is` condition compares one column with one value. */
function isOneValue(field: FieldModel): boolean {
  return hasEquals(field) || field.type.storage === 'boolean'
}

function keysOf(model: TeamModel, field: FieldModel): Sql[] {
  return sortKeysOf(field, { schema: model.schema, alias: tableOf(model, field.dataCollectionId) })
}

const tableOf = (model: TeamModel, homeId: number): string => model.collections.get(homeId)!.tableName

function simple(
  homeId: number,
  kind: WantedIndex['kind'],
  name: string,
  fields: readonly FieldModel[],
): WantedIndex {
  return { name, homeId, kind, fields, definition: null, dataViewIds: [], smartDataCollectionIds: [] }
}

/**
 * An index on the columns of the conditions and then the sort keys, so that a page is one range of the index.
 */
function several(
  model: TeamModel,
  homeId: number,
  columns: readonly FieldModel[],
  sortField: FieldModel | undefined,
): WantedIndex {
  const place = { schema: model.schema, alias: tableOf(model, homeId) }
  const keys = [
    ...columns.map((field) => equalKey(field, place)),
    ...(sortField ? sortKeysOf(sortField, place) : []),
  ]
  const definition = sql`(${join(keys.map((key) => sql`(${key})`))}, record_id) where deleted_at is null`
  const fields = sortField ? [...columns, sortField] : columns
  return { ...own(homeId, 'several', fields, definition), sortField }
}

const severalOf = new WeakMap<TeamModel, readonly WantedIndex[]>()

/**
 * Which of the filtered fields an index of some view covers in this order. They need no index of their own,
 * which would slow writes.
 *
 * @param filtered ids of the fields in conditions
 * @returns ids of those that are covered
 */
export function answeredByViews(
  model: TeamModel,
  filtered: ReadonlySet<number>,
  sortField: FieldModel | undefined,
): ReadonlySet<number> {
  const indexes = severalOf.get(model) ?? wantedIndexes(model).filter(({ kind }) => kind === 'several')
  severalOf.set(model, indexes)
  const answered = new Set<number>()
  for (const { fields, sortField: order } of indexes) {
    const columns = fields.filter((field) => field !== order)
    if (order?.id !== sortField?.id || !columns.every(({ id }) => filtered.has(id))) continue
    for (const { id } of columns) answered.add(id)
  }
  return answered
}

/** A partial index on records with a location, because most records have none. */
function placeIndex(model: TeamModel, view: ViewModel): WantedIndex[] {
  const field = view.type === 'map' ? fieldOfKey(model, view, 'mapLocationDataFieldId') : null
  if (!field) return []
  const column = ident(field.columnName)
  const part = (key: string): Sql => sql`(${column} ->> ${rawSql(`'${key}'`)})`
  const definition = sql`(record_id) where deleted_at is null and ${part('lat')} is not null and ${part('lng')} is not null`
  return [own(field.dataCollectionId, 'place', [field], definition)]
}

/** An index on the day of the year, by which a yearly calendar finds the days of a month. */
function dayIndex(model: TeamModel, view: ViewModel): WantedIndex[] {
  if (viewTypes[view.type].reads !== 'events' || !displayOptionsSchema.parse(view.displayOptions).isYearly)
    return []
  const start = fieldOfKey(model, view, 'eventStartDataFieldId')
  if (start?.type.storage !== 'date' || fieldOfKey(model, view, 'eventEndDataFieldId')) return []
  const definition = sql`((${dayOfYear(ident(start.columnName))}), record_id) where deleted_at is null`
  return [own(start.dataCollectionId, 'day', [start], definition)]
}

/** An index named by a hash of its definition, so that a changed definition is a new index. */
function own(
  homeId: number,
  kind: WantedIndex['kind'],
  fields: readonly FieldModel[],
  definition: Sql,
): WantedIndex {
  const text = JSON.stringify([
    homeId,
    definition.sql,
    definition.values,
    fields.map(({ dataType }) => dataType),
  ])
  const hash = crypto.createHash('sha256').update(text).digest('hex').slice(0, 16)
  return { ...simple(homeId, kind, `${ownPrefix}${hash}`, fields), definition }
}
