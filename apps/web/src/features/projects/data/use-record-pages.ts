/** Records of tasks or projects, page by page; loaded pages stay. */
import type { Call } from '@muster/contract/endpoint'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api, call, queryKeyOf } from '../../../lib/api.ts'

export function useRecordPages(
  teamId: number,
  dataCollectionId: number,
  body: Omit<Call<typeof api.records.query>['body'], 'cursor'>,
) {
  const params = { teamId, dataCollectionId }
  return useInfiniteQuery({
    queryKey: [...queryKeyOf(api.records.query, { params, body }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.records.query,
        { params, body: { ...body, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}
