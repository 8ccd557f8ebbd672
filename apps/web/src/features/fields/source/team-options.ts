/** Records to pick from: of a collection or, where none is set, of all that are searchable. */
import { itemColumns, nameColumn } from '@muster/contract/lists/items'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import type { Option } from '../picker/Picker.tsx'
import type { OptionsFound, OptionsWanted } from './record-source.ts'

const most = 50
const mostItems = 200
const none: readonly Option[] = []

export function useTeamOptions(
  teamId: number,
  { collectionId, search, isList, isEnabled }: OptionsWanted,
): OptionsFound {
  const isAny = collectionId === null
  const { data, error, isFetching, isPlaceholderData, isLoading } = useQuery({
    queryKey: [
      ...(isAny ? queryKeyOf(api.search.all) : queryKeyOf(api.records.query)),
      'options',
      teamId,
      collectionId,
      search,
    ],
    queryFn: ({ signal }) =>
      isAny ? searchAll(teamId, search, signal) : queryOne(teamId, collectionId, search, isList, signal),
    enabled: isEnabled && !(isList && isAny),
    placeholderData: keepPreviousData,
  })
  return { options: data ?? none, error, isLoading: isFetching, isStale: isPlaceholderData || isLoading }
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
        sort: [
          ...(isList ? [{ field: itemColumns.rank, direction: 'asc' as const }] : []),
          { field: '@name', direction: 'asc' },
        ],
        fields: isList ? [itemColumns.color, itemColumns.icon, nameColumn(language)] : [],
        limit: isList ? mostItems : most,
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
