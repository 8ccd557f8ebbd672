/** Lists of records to look at or pick from. */
import { type Filter, type Sort, systemFields } from '@muster/contract/filters/ast'
import type { PublicField } from '@muster/contract/views/views.schema'
import type { AskOf } from '@muster/contract/wizards/runs.schema'
import { mostPickable } from '@muster/contract/wizards/tasks/find_matching_data_records'
import {
  all,
  always,
  filterToSql,
  livingRows,
  orderOf,
  type Selection,
  searchToSql,
  selectionFrom,
} from '../../../engine/public.sql.ts'
import { accessTo, type FieldModel, type Scope, scopeOf, withEverything } from '../../../engine/public.ts'
import { ident, join, one, rows, sql } from '../../../platform/db.ts'
import type { ActiveRun } from '../runs/active-run.ts'
import { type ReadRecords, readPage } from '../runs/records.ts'
import { readerOf } from '../runs/run-access.ts'

export interface Wanted {
  dataCollectionId: number
  /** With its variables resolved. */
  filter: Filter | null
  /** The filter is the person's, and follows their rights even where the wizard's count. */
  isOwnFilter?: boolean
  sort: Sort
  search?: string
  fieldIds: readonly number[]
  /** Only these. */
  ids?: readonly number[]
}

/**
 * The records that match. Where the wizard's rights count, its filter may use every field, as that of a smart
 * collection does; what is shown are the named fields.
 */
export function selectionFor(run: ActiveRun, wanted: Wanted): Selection {
  const { model } = run
  const caller = readerOf(run, wanted.dataCollectionId, wanted.fieldIds)
  const scope = scopeOf({ model, caller, access: accessTo(model, caller, wanted.dataCollectionId) })
  const filtered = run.runsAsPerson || wanted.isOwnFilter ? scope : withEverything(scope)
  const where = all([
    livingRows(scope),
    wanted.filter ? filterToSql(wanted.filter, filtered) : always,
    wanted.search?.trim() ? searchToSql(wanted.search, scope, false) : always,
    wanted.ids ? sql`${ident(scope.alias, 'record_id')} = any(${wanted.ids}::bigint[])` : always,
  ])
  return selectionFrom(scope, where, orderOf(readableSort(wanted.sort, filtered), filtered))
}

/** Without the fields that the person may not read: the others still give an order. */
const readableSort = (sort: Sort, { access }: Scope): Sort =>
  sort.filter(({ field }) => field in systemFields || access.fields.has(field))

export async function matching(
  run: ActiveRun,
  wanted: Wanted,
  limit = mostPickable,
): Promise<ReadRecords & { total: number }> {
  const selection = selectionFor(run, wanted)
  const columns = wanted.fieldIds.flatMap((id) => run.model.fields.get(id)?.columnName ?? [])
  const page = await readPage(run, selection, limit, columns)
  const counted = await one<{ count: number }>(
    run.client,
    sql`select count(*) as count from ${selection.source} where ${selection.where}`,
  )
  return { ...page, total: counted?.count ?? 0 }
}

/** Ids of the first records in order. */
export async function matchingIds(run: ActiveRun, wanted: Wanted, limit: number): Promise<number[]> {
  const { scope, source, where, order } = selectionFor(run, wanted)
  const id = ident(scope.alias, 'record_id')
  const keys = order.keys.map(
    ({ expression, direction }) =>
      sql`${expression} ${direction === 'asc' ? sql`asc` : sql`desc`} nulls last, `,
  )
  const found = await rows<{ id: number }>(
    run.client,
    sql`select ${id} as id from ${source} where ${where}
        order by ${join([...keys, id], '')} limit ${limit}`,
  )
  return found.map((row) => row.id)
}

/** A field of a list, in the run's language. */
export function presentShown({ language }: ActiveRun, field: FieldModel): PublicField {
  return {
    id: field.id,
    title: field.titleTranslations[language] || field.title,
    columnName: field.columnName,
    dataType: field.dataType,
    displayWidth: field.displayWidth as PublicField['displayWidth'],
    settings: field.settings,
  }
}

export function shownFields(run: ActiveRun, fieldIds: readonly number[]): FieldModel[] {
  return fieldIds.flatMap((id) => {
    const field = run.model.fields.get(id)
    return field && !field.deletedAt ? [field] : []
  })
}

/** The records of a question, with the ids that the browser may know. */
export function presentItems(run: ActiveRun, { items }: ReadRecords): AskOf<'pick'>['items'] {
  return items.map(({ id, name, values }) => ({ id: run.toWire(id), name, values }))
}
