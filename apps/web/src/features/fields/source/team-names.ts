/** Names of records by their ids, for values that no loaded list of records names. */
import { nameColumn } from '@muster/contract/lists/items'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { Linked } from '../linked.ts'

/** At most this many names are fetched; the rest show as numbers. */
const mostIds = 40

export function useTeamNames(teamId: number, ids: ReadonlyMap<number, ReadonlySet<number>>): Linked {
  const requested = useMemo(
    () => [...ids].map(([collection, of]) => [collection, [...of].sort().slice(0, mostIds)] as const),
    [ids],
  )
  // List items have a name in each language.
  const inLanguage = nameColumn(useFormat().language)
  const results = useQueries({
    queries: requested.map(([dataCollectionId, of]) => ({
      queryKey: [
        ...queryKeyOf(api.records.query, { params: { teamId, dataCollectionId } }),
        'names',
        of,
        inLanguage,
      ],
      staleTime: 300_000,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(
          api.records.query,
          {
            params: { teamId, dataCollectionId },
            body: {
              filter: { or: of.map((id) => ({ field: '@id', op: 'is', value: id })) },
              fields: ['color', inLanguage],
              limit: mostIds,
            },
          },
          { signal },
        ),
    })),
    combine: (all) => all.map((one) => one.data?.items),
  })
  return useMemo(() => {
    const linked: Record<string, Linked[string]> = {}
    for (const item of results.flat()) {
      if (!item) continue
      const translated = item.values[inLanguage]
      const color = typeof item.values.color === 'string' ? item.values.color : null
      linked[item.id] = {
        name: typeof translated === 'string' && translated !== '' ? translated : item.name,
        avatar: item.avatar,
        dataCollectionId: item.dataCollectionId,
        color,
      }
    }
    return linked
  }, [results, inLanguage])
}
