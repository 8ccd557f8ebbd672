/** What a board reads inside the app: the number of records per value, and the columns of its field. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { Filter } from '@muster/contract/filters/ast'
import { itemColumns, nameColumn } from '@muster/contract/lists/items'
import type { TFunction } from 'i18next'
import { api, call } from '../../../../lib/api.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { choiceText } from '../../../fields/public.ts'
import type { BoardSource, ColumnValue } from './board.ts'

/** All items of a list get a column; so do all records of a collection that is short enough. */
const mostItems = 200
const mostRecords = 50

export function boardReads({
  teamId,
  dataCollectionId,
  field,
  filter,
  search,
  collections,
  t,
}: {
  teamId: number
  dataCollectionId: number
  /** The field of the columns. */
  field: DataField
  filter: Filter | null
  search: string
  collections: readonly DataCollection[]
  t: TFunction<['dataTypes', 'common']>
}): Pick<BoardSource, 'counts' | 'columns'> {
  const language = currentLanguage()
  const params = { teamId, dataCollectionId }
  const type = fieldType(field.dataType)
  const reference = type.refersTo?.(field.settings)
  const targetId = reference?.to === 'record' ? reference.collectionId : null
  const isList = collections.find(({ id }) => id === targetId)?.IsUsedAsCustomList ?? false
  return {
    async counts(signal) {
      const { groups, linked } = await call(
        api.records.aggregate,
        {
          params,
          body: {
            ...(filter ? { filter } : {}),
            ...(search ? { search } : {}),
            groupBy: [{ field: field.columnName }],
            measures: [{ fn: 'count' }],
            limit: 10_000,
          },
        },
        signal ? { signal } : {},
      )
      const counts = groups.map(({ keys, values }) => ({
        value: (keys[0] ?? null) as ColumnValue,
        count: Number(values[0] ?? 0),
      }))
      return { counts, linked }
    },
    async columns(signal) {
      if (type.storage === 'boolean') {
        return [true, false].map((value) => ({
          value,
          name: t(value ? 'common:yes' : 'common:no'),
          color: null,
        }))
      }
      if (type.choices) {
        return type.choices.map((value) => ({
          value,
          name: choiceText(field.dataType, value, t),
          color: null,
        }))
      }
      if (targetId === null) return []
      const most = isList ? mostItems : mostRecords
      const { items } = await call(
        api.records.query,
        {
          params: { teamId, dataCollectionId: targetId },
          body: {
            sort: [
              ...(isList ? [{ field: 'rank', direction: 'asc' as const }] : []),
              { field: '@name', direction: 'asc' },
            ],
            fields: isList ? [itemColumns.color, nameColumn(language)] : [],
            limit: most + 1,
          },
        },
        signal ? { signal } : {},
      )
      // Too many for a column each: only values that records have.
      if (items.length > most) return []
      return items.map(({ id, name, values }) => ({
        value: id,
        name: textOf(values[nameColumn(language)]) ?? name,
        color: textOf(values.color),
      }))
    },
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
