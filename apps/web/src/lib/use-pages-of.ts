/** A list that the server divides into pages by a cursor. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

/** The props of `DataTable` for a list in pages. */
export function usePagesOf<Item>(
  key: readonly unknown[],
  read: (cursor: string, signal: AbortSignal) => Promise<{ items: Item[]; nextCursor: string | null }>,
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items), [query.data])
  return {
    rows,
    isLoading: query.isPending,
    error: query.error,
    onRetry: query.refetch,
    onMore: query.hasNextPage ? () => query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
  }
}
