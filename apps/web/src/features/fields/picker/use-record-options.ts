/** Records to pick from: of a collection or, where none is set, of all that are searchable. */

import { useDebouncedValue } from '@mantine/hooks'
import { itemColumns, nameColumn } from '@muster/contract/lists/items'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import type { Linked } from '../types/definition.ts'
import type { Option } from './Picker.tsx'

const most = 50
const typingMs = 180

export interface RecordOptions {
  options: readonly Option[]
  isLoading: boolean
  /** The options are those of an earlier search: what is searched now is still on its way. */
  isStale: boolean
  error: unknown
}

interface Wanted {
  teamId: number
  collectionId: number | null
  search: string
  /** Nothing is asked before the list is opened. */
  isOpen: boolean
  /** Items of a custom list come in their own order and with their colours. */
  isList: boolean
}

export function useRecordOptions({ teamId, collectionId, search, isOpen, isList }: Wanted): RecordOptions {
  const [typed] = useDebouncedValue(search.trim(), typingMs)
  const isAny = collectionId === null
  const query = useQuery({
    queryKey: [
      ...(isAny ? queryKeyOf(api.search.all) : queryKeyOf(api.records.query)),
      'options',
      teamId,
      collectionId,
      typed,
    ],
    queryFn: ({ signal }) =>
      isAny ? searchAll(teamId, typed, signal) : queryOne(teamId, collectionId, typed, isList, signal),
    enabled: isOpen && !(isList && isAny),
    placeholderData: keepPreviousData,
  })
  const isTyping = typed !== search.trim()
  return {
    options: query.data ?? [],
    isLoading: query.isFetching || isTyping,
    isStale: isTyping || query.isPlaceholderData || query.isLoading,
    error: query.error,
  }
}

async function searchAll(teamId: number, q: string, signal: AbortSignal): Promise<Option[]> {
  const { items } = await call(api.search.all, { params: { teamId }, query: { q, limit: most } }, { signal })
  return items.map(({ id, name, avatar }) => ({ id, name, avatar }))
}

async function queryOne(
  teamId: number,
  dataCollectionId: number,
  search: string,
  isList: boolean,
  signal: AbortSignal,
): Promise<Option[]> {
  const language = currentLanguage()
  const { items } = await call(
    api.records.query,
    {
      params: { teamId, dataCollectionId },
      body: {
        ...(search ? { search } : {}),
        sort: isList
          ? [
              { field: 'rank', direction: 'asc' },
              { field: '@name', direction: 'asc' },
            ]
          : [{ field: '@name', direction: 'asc' }],
        fields: isList ? [itemColumns.color, itemColumns.icon, nameColumn(language)] : [],
        limit: isList ? 200 : most,
      },
    },
    { signal },
  )
  return items.map(({ id, name, avatar, values }) => ({
    id,
    name: textOf(values[nameColumn(language)]) || name,
    avatar,
    color: textOf(values.color),
    icon: textOf(values.icon),
  }))
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Names for the grid and the form while the server has not told them. */
export function linkedOf(option: Option, dataCollectionId: number): Linked {
  return {
    [option.id]: {
      name: option.name,
      avatar: option.avatar ?? null,
      dataCollectionId,
      color: option.color ?? null,
    },
  }
}
