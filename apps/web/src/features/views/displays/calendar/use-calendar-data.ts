/** The events and date info of a range; the ranges before and after are prefetched. */
import type { CalendarResult, DisplayOptions } from '@muster/contract/views/views.schema'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { ruleColor } from '../../rule-color.ts'
import type { ViewSource } from '../../source.ts'
import type { Mark } from './DayMarks.tsx'
import type { Days } from './days.ts'
import { inOrder, type MovedEvent, place } from './placed.ts'

interface Options {
  source: ViewSource
  range: Days
  /** Prefetched when `range` has loaded. */
  neighbours: readonly Days[]
  timeZone: string
  /** By which the `mark` of an event colours it. */
  rowColors: Readonly<DisplayOptions['rowColors']>
  compare(a: string, b: string): number
}

const eventsOf = (source: ViewSource, range: Days) => ({
  queryKey: [...source.key, 'calendar', range],
  queryFn: ({ signal }: { signal: AbortSignal }) => source.calendar(range, signal),
})

const marksOf = (source: ViewSource, range: Days) => ({
  queryKey: [...source.key, 'dateInfo', range],
  queryFn: ({ signal }: { signal: AbortSignal }) => source.dateInfo(range, true, signal),
})

/** Under a key of its own, which live events do not match. */
const deferredMarksOf = (source: ViewSource, range: Days) => ({
  queryKey: ['deferred days', source.key, range],
  queryFn: ({ signal }: { signal: AbortSignal }) => source.dateInfo(range, false, signal),
})

export function useCalendarData({ source, range, neighbours, timeZone, rowColors, compare }: Options) {
  const client = useQueryClient()
  const query = useQuery({ ...eventsOf(source, range), placeholderData: keepPreviousData })
  const marks = useQuery(marksOf(source, range))
  const deferredMarks = useQuery(deferredMarksOf(source, range))
  const isHere = query.isSuccess && !query.isPlaceholderData

  // biome-ignore lint/correctness/useExhaustiveDependencies: neighbours follow from the range
  useEffect(() => {
    if (!isHere) return
    for (const next of neighbours) void client.prefetchQuery(eventsOf(source, next))
  }, [client, isHere, source, range.from, range.to])

  const events = useMemo(
    () =>
      inOrder(
        (query.data?.events ?? []).map((event) => {
          const placed = place(event, timeZone)
          return { ...placed, color: ruleColor(rowColors, event.mark) ?? placed.color }
        }),
        compare,
      ),
    [query.data, timeZone, rowColors, compare],
  )
  const marksByDay = useMemo(() => {
    const days = new Map<string, Mark[]>()
    for (const mark of [...(marks.data?.days ?? []), ...(deferredMarks.data?.days ?? [])]) {
      const there = days.get(mark.date)
      if (there) there.push(mark)
      else days.set(mark.date, [mark])
    }
    return days
  }, [marks.data, deferredMarks.data])

  /** Shows a moved event in its new place until the records are refetched. */
  const moveHere = useCallback(
    ({ id, start, end, isAllDay }: MovedEvent) =>
      client.setQueriesData<CalendarResult>({ queryKey: [...source.key, 'calendar'] }, (data) =>
        data
          ? {
              ...data,
              events: data.events.map((one) => (one.id === id ? { ...one, start, end, isAllDay } : one)),
            }
          : data,
      ),
    [client, source],
  )
  const reload = useCallback(
    () => client.invalidateQueries({ queryKey: [...source.key, 'calendar'] }),
    [client, source],
  )
  return { query, events, marksByDay, isHere, moveHere, reload }
}
