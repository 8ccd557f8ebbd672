import type { CreateView, DataView as SavedView } from '@muster/contract/views/views.schema'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mockFetch } from '../../fields/testing/field.tsx'
import { useViewActions, useViews } from './use-views.ts'

it('shows a new view once, even if the list has brought it before the answer', async () => {
  const view = (id: number) => ({ id, internalName: `View ${id}` }) as SavedView
  let items = [view(1)]
  mockFetch({
    'GET /api/teams/1/dataViews': () => ({ items }),
    'POST /api/teams/1/dataViews': async () => {
      items = [view(1), view(2)]
      await client.refetchQueries()
      return view(2)
    },
  })
  const client = new QueryClient()
  const { result } = renderHook(() => ({ list: useViews(1, 5), actions: useViewActions(1, 5) }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(result.current.list.data?.items).toHaveLength(1))
  const shown: number[][] = []
  client.getQueryCache().subscribe(({ query }) => {
    const data = query.state.data as { items: SavedView[] } | undefined
    if (data) shown.push(data.items.map(({ id }) => id))
  })
  await act(() => result.current.actions.create({} as CreateView))
  expect(shown.at(-1)).toEqual([1, 2])
  expect(shown).not.toContainEqual([1, 2, 2])
})
