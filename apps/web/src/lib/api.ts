/**
 * The typed client of the HTTP API: calls (`call.ts`), and hooks that keep answers in the cache.
 *
 *   const team = await call(api.teams.get, { params: { teamId } })
 *   const { data } = useApi(api.collections.list, { params: { teamId }, query: { countObjects: '1' } })
 *   const create = useApiMutation(api.collections.create)
 *   create.mutate({ params: { teamId }, body: { name, pluralName } })
 *   await refreshChanged(queryClient, api.collections.create, { teamId })    // after `call`, see stale.ts
 */
import type { Call, Endpoint, Response as ResponseOf } from '@muster/contract/endpoint'
import {
  type QueryKey,
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type Args, call, type Parts, takeAnswer } from './call.ts'
import { nameOf, requireEndpoint } from './known-endpoints.ts'
import { refreshAtOnce } from './stale.ts'

export {
  ApiError,
  type CallOptions,
  call,
  closeCalls,
  firstPosition,
  newKey,
  onUnauthenticated,
  openCalls,
  RequestCanceledError,
  settleCalls,
  upload,
  urlOf,
} from './call.ts'
export { api, endpointNamed } from './endpoints.ts'

/**
 * The cache key of a call. Keys match partially, so `queryKeyOf(api.records.query)` covers
 * every query of records and `queryKeyOf(api.records.query, { params: { teamId } })` those of a team.
 */
export function queryKeyOf<E extends Endpoint>(endpoint: E, args?: DeepPartial<Call<E>>): QueryKey {
  const { params, query, body } = (args ?? {}) as Parts
  const key: unknown[] = [nameOf(requireEndpoint(endpoint))]
  if (params || query || body) key.push(params ?? {})
  if (query || body) key.push(query ?? {})
  if (body !== undefined) key.push(body)
  return key
}

type DeepPartial<T> = { [K in keyof T]?: T[K] extends object ? Partial<T[K]> : T[K] }

type QueryOptions<E extends Endpoint, Data> = Omit<
  UseQueryOptions<ResponseOf<E>, Error, Data>,
  'queryKey' | 'queryFn'
>

/** Key and function of a query, for `ensureQueryData`, `prefetchQuery` and loaders. */
export function queryOf<E extends Endpoint>(endpoint: E, ...[args]: Args<E>) {
  return {
    queryKey: queryKeyOf(endpoint, args as DeepPartial<Call<E>>),
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, args, { signal }),
    initialData: () => takeAnswer(endpoint, args),
  }
}

/** Reads an endpoint; returns the result of TanStack Query's `useQuery`. */
export function useApi<E extends Endpoint, Data = ResponseOf<E>>(
  endpoint: E,
  args: Call<E>,
  options?: QueryOptions<E, Data>,
): UseQueryResult<Data, Error> {
  return useQuery({
    queryKey: queryKeyOf(endpoint, args as DeepPartial<Call<E>>),
    queryFn: ({ signal }) => call(endpoint, args, { signal }),
    initialData: () => takeAnswer(endpoint, args),
    ...options,
  })
}

/**
 * Writes through an endpoint; `mutate({ params, body })`. What the endpoint changes is refetched where it is on
 * screen: at once, or when the live event arrives that announces it.
 */
export function useApiMutation<E extends Endpoint, Context = unknown>(
  endpoint: E,
  options?: Omit<UseMutationOptions<ResponseOf<E>, Error, Call<E>, Context>, 'mutationFn'>,
): UseMutationResult<ResponseOf<E>, Error, Call<E>, Context> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (args: Call<E>) => {
      const answer = await call(endpoint, args)
      void refreshAtOnce(queryClient, endpoint, (args as Parts).params)
      return answer
    },
    ...options,
  })
}
