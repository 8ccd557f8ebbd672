import { renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Around } from '../../../fields/testing/field.tsx'
import type { ViewSource } from '../../source.ts'
import { usePages } from './use-pages.ts'

it('counts the records of a view exactly, once', async () => {
  const query = vi.fn(async ({ count }: { count?: string }) => ({
    items: [],
    linked: {},
    total: count === 'none' ? null : 5,
    totalIsExact: count === 'exact',
    nextCursor: 'next',
  }))
  const source = { key: ['five'], query } as unknown as ViewSource
  const { result } = renderHook(() => usePages(source, 1), { wrapper: Around })
  await waitFor(() => expect(result.current).toMatchObject({ total: 5, totalIsExact: true }))
  result.current.next?.()
  await waitFor(() => expect(result.current.from).toBe(2))
  await waitFor(() => expect(query.mock.calls.map(([{ count }]) => count)).toEqual(['exact', 'none']))
  expect(result.current).toMatchObject({ total: 5, totalIsExact: true })
})
