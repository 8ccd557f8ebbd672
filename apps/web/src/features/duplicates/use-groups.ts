/** Groups of a search by position, fetched page by page as they come into view. */
import type { DuplicateGroup } from '@muster/contract/duplicates/duplicates.schema'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { api, queryOf } from '../../lib/api.ts'

export const pageSize = 100

export interface Groups {
  at(index: number): DuplicateGroup | undefined
  total: number | null
  error: unknown
  retry(): void
}

/** @param first, last the places in view */
export function useGroups(teamId: number, scanId: number, first: number, last: number): Groups {
  const from = Math.floor(Math.max(0, first) / pageSize)
  const to = Math.max(from, Math.floor(Math.max(0, last) / pageSize))
  const pages = Array.from({ length: to - from + 1 }, (_, n) => from + n)
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...queryOf(api.duplicates.groups, {
        params: { teamId, scanId },
        query: { offset: page * pageSize, limit: pageSize },
      }),
      placeholderData: keepPreviousData,
    })),
  })
  const failed = answers.find(({ isError }) => isError)
  return {
    at: (index) => answers[Math.floor(index / pageSize) - from]?.data?.items[index % pageSize],
    total: answers.find(({ data }) => data)?.data?.total ?? null,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  }
}
