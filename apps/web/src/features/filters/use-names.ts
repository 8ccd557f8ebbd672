/** Names of the records that a filter's operands are ids of, for which no list of records has told them yet. */
import type { Filter } from '@muster/contract/filters/ast'
import { nameColumn } from '@muster/contract/lists/items'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, call, queryKeyOf } from '../../lib/api.ts'
import { useFormat } from '../../lib/use-format.ts'
import type { Linked } from '../fields/public.ts'
import type { Choice } from './subjects.ts'

/** More names than these are not asked for; the rest show as numbers. */
const mostIds = 40

/** Ids by the collection they are in. */
export function idsIn(
  filter: Filter | null,
  choicesOf: (target: number | null) => readonly Choice[],
): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>()
  const visit = (node: Filter, choices: readonly Choice[]): void => {
    if ('and' in node) for (const one of node.and) visit(one, choices)
    else if ('or' in node) for (const one of node.or) visit(one, choices)
    else if ('not' in node) visit(node.not, choices)
    else {
      const choice = choices.find((one) => one.name === node.field)
      if (choice?.target == null) return
      if (node.where) visit(node.where, choicesOf(choice.target))
      const values = Array.isArray(node.value) ? node.value : [node.value]
      const ids = values.filter((value): value is number => typeof value === 'number')
      const known = found.get(choice.target) ?? new Set()
      for (const id of ids) known.add(id)
      if (ids.length > 0) found.set(choice.target, known)
    }
  }
  if (filter) visit(filter, choicesOf(null))
  return found
}

export function useNames(teamId: number, ids: Map<number, Set<number>>): Linked {
  const asked = useMemo(
    () => [...ids].map(([collection, of]) => [collection, [...of].sort().slice(0, mostIds)] as const),
    [ids],
  )
  // Items of lists have a name in each language.
  const inLanguage = nameColumn(useFormat().language)
  const results = useQueries({
    queries: asked.map(([dataCollectionId, of]) => ({
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
