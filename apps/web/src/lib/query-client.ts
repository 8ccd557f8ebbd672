/** The one query cache: answers stay fresh for half a minute, live events make them stale earlier. */
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './call.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // What the server refuses it will refuse again; a lost connection may come back.
      retry: (count, error) =>
        count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
    },
  },
})
