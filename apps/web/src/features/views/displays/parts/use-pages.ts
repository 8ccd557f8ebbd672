/** Pages through a source's records; starts over when the query changes. */
import type { QueryResult } from '@muster/contract/records/records.schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ViewSource } from '../../source.ts'

export interface Pages {
  data: QueryResult | undefined
  error: unknown
  refetch(): unknown
  /** A page is loading; the previous one is still shown. */
  isTurning: boolean
  /** Number of the first record on this page, from 1. */
  from: number
  total: number | null
  totalIsExact: boolean
  next: (() => void) | null
  previous: (() => void) | null
}

export function usePages(source: ViewSource, limit: number): Pages {
  const key = JSON.stringify([source.key, limit])
  const [walk, setWalk] = useState<{ key: string; cursors: readonly string[] }>({ key, cursors: [] })
  const cursors = walk.key === key ? walk.cursors : []
  const page = (cursor: string | undefined) => ({
    queryKey: [...source.key, 'page', limit, cursor ?? null],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      source.query({ cursor, limit, count: cursor ? 'none' : 'exact' }, signal),
    placeholderData: keepPreviousData,
  })
  const query = useQuery(page(cursors.at(-1)))
  // Only the first page has the total.
  const first = useQuery({ ...page(undefined), enabled: false }).data
  const nextCursor = query.isPlaceholderData ? null : (query.data?.nextCursor ?? null)
  return {
    data: query.data,
    error: query.error,
    refetch: query.refetch,
    isTurning: query.isPlaceholderData,
    from: cursors.length * limit + 1,
    total: first?.total ?? null,
    totalIsExact: first?.totalIsExact ?? false,
    next: nextCursor === null ? null : () => setWalk({ key, cursors: [...cursors, nextCursor] }),
    previous: cursors.length === 0 ? null : () => setWalk({ key, cursors: cursors.slice(0, -1) }),
  }
}
