import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { test } from 'vitest'
import { api, queryKeyOf } from '../../../../lib/api.ts'
import { refreshTouched } from '../../../../lib/events.ts'
import type { ViewSource } from '../../source.ts'
import { useCalendarData } from './use-calendar-data.ts'

const range = { from: '2026-03-01', to: '2026-04-01' }

function Marks({ source }: { source: ViewSource }) {
  const { marksByDay } = useCalendarData({
    source,
    range,
    neighbours: [],
    timeZone: 'UTC',
    rowColors: [],
    compare: (a, b) => a.localeCompare(b),
  })
  return <p>{[...marksByDay.values()].flatMap((marks) => marks.map(({ name }) => name)).join(' ')}</p>
}

test('only date info that follows changes is refreshed when somebody changes a record', async () => {
  let change = 1
  const source = {
    key: queryKeyOf(api.records.query, { params: { teamId: 1 } }),
    calendar: async () => ({ events: [], isMore: false }),
    dateInfo: async (_days: object, follows: boolean) => ({
      days: [
        {
          date: follows ? '2026-03-01' : '2026-03-02',
          recordId: 1,
          name: `${follows ? 'live' : 'deferred'}${change}`,
          imageUrl: null,
        },
      ],
    }),
  } as unknown as ViewSource
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  render(
    <QueryClientProvider client={client}>
      <Marks source={source} />
    </QueryClientProvider>,
  )
  await screen.findByText('live1 deferred1')
  change = 2
  const events = [{ kind: 'records' as const, dataCollectionId: 9, recordIds: [1] }]
  await refreshTouched(client, 1, events)
  await screen.findByText('live2 deferred1')
})
