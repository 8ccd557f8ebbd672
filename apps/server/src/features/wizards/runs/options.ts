/** Records to choose from in a field of a question. */

import type { DataType } from '@muster/contract/fields/families'
import { fieldType } from '@muster/contract/fields/types/index'
import { settingsOf } from '@muster/contract/fields/validate'
import { itemColumns, nameColumn } from '@muster/contract/lists/items'
import type { RunOptions, runOptionsSchema } from '@muster/contract/wizards/runs.schema'
import type { z } from 'zod'
import { all, always, livingRows, orderOf, searchToSql, selectionFrom } from '../../../engine/public.sql.ts'
import {
  accessTo,
  type Caller,
  homeContext,
  namedAccess,
  recordDetail,
  scopeOf,
  type TeamModel,
} from '../../../engine/public.ts'
import { type Executor, ident, one, sql } from '../../../platform/db.ts'
import type { ActiveRun } from './active-run.ts'
import { readPage } from './records.ts'
import { callerOfNeeds, nameOf, ownCaller } from './run-access.ts'

const mostOptions = 100

interface Asked {
  dataType: DataType
  settings: Record<string, unknown>
}

export async function runOptions(
  run: ActiveRun,
  field: Asked,
  { search, ids }: RunOptions,
): Promise<z.infer<typeof runOptionsSchema>> {
  const type = fieldType(field.dataType)
  const reference = type.refersTo?.(settingsOf(field))
  if (reference?.to !== 'record' || reference.collectionId === null) return { items: [] }
  const { model, language } = run
  const collection = model.collections.get(reference.collectionId)
  if (!collection || collection.deletedAt) return { items: [] }
  const caller = chooserOf(run, reference.collectionId)
  const scope = scopeOf({ model, caller, access: accessTo(model, caller, collection.id) })
  const where = all([
    livingRows(scope),
    search.trim() === '' ? always : searchToSql(search, scope, false),
    ids ? sql`${ident(scope.alias, 'record_id')} = any(${ids}::bigint[])` : always,
  ])
  const hasRank = scope.access.fields.has(itemColumns.rank)
  const order = orderOf(
    [
      ...(collection.isUsedAsCustomList && hasRank
        ? [{ field: itemColumns.rank, direction: 'asc' as const }]
        : []),
      { field: '@name', direction: 'asc' },
    ],
    scope,
  )
  const columns = [itemColumns.color, itemColumns.icon, nameColumn(language)]
  const { items } = await readPage(run, selectionFrom(scope, where, order), mostOptions, columns)
  return {
    items: items.map(({ id, name, avatar, values }) => ({
      id,
      name: textOf(values[nameColumn(language)]) || name,
      avatar,
      color: textOf(values[itemColumns.color]),
      icon: textOf(values[itemColumns.icon]),
    })),
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** May read names; of the items of a list everything, since they are nothing but choices. */
function chooserOf(run: ActiveRun, dataCollectionId: number): Caller {
  if (run.runsAsPerson) return ownCaller(run)
  const collection = run.model.collections.get(dataCollectionId)
  const grants = collection?.isUsedAsCustomList
    ? [{ permission: 'read_data_field_data' as const, dataCollectionId }]
    : nameOf(run.model, collection)
  return { ...callerOfNeeds(run, []), access: namedAccess(grants) }
}

/** The root of a record that is not in the trash; null if there is none. */
export async function homeOfRecord(executor: Executor, model: TeamModel, id: number): Promise<number | null> {
  const found = await one<{ home: number }>(
    executor,
    sql`select data_collection_id as home from ${ident(model.schema, 'data_record')}
        where id = ${id} and deleted_at is null`,
  )
  return found?.home ?? null
}

/** Whether a caller may see a record. */
export async function isReadable(
  executor: Executor,
  model: TeamModel,
  caller: Caller,
  id: number,
): Promise<boolean> {
  const home = await homeOfRecord(executor, model, id)
  if (home === null) return false
  try {
    return (await recordDetail(homeContext({ model, caller, executor }, home), id)) !== null
  } catch {
    return false
  }
}
