/** What a timeline shows: the extent and the lanes of all its records, and the records or counts around a window. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ViewSource } from '../../source.ts'
import { inOrder, place } from './placed.ts'
import type { Requested } from './scale.ts'

export function useOverview(source: ViewSource) {
  return useQuery({
    queryKey: [...source.key, 'timeline'],
    queryFn: async ({ signal }) => (await source.timeline(null, signal)).overview ?? null,
    placeholderData: keepPreviousData,
  })
}

export function useWindow(source: ViewSource, window: Requested | null, timeZone: string) {
  const query = useQuery({
    queryKey: [...source.key, 'timeline', window],
    queryFn: async ({ signal }) => ({
      result: window ? await source.timeline(window, signal) : {},
      unit: window?.unit ?? 'day',
    }),
    enabled: window !== null,
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const shown = useMemo(() => {
    if (!data) return null
    const { records, counts, urls } = data.result
    return {
      urls,
      unit: data.unit,
      data: records
        ? { records: inOrder(records.map((one) => place(one, timeZone))) }
        : { counts: counts ?? [] },
    }
  }, [data, timeZone])
  return { query, shown }
}
