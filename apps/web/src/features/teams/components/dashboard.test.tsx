/** The dashboard's comparison with last month, and its bookmarks. */
import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { api, useApi } from '../../../lib/api.ts'
import { Around, mockFetch } from '../../fields/testing/field.tsx'
import { BookmarkedCard } from './BookmarkedCard.tsx'
import { RecordsChange } from './RecordsChange.tsx'

const compare = async (now: number, lastMonth: number) => {
  mockFetch({ 'GET /api/teams/1/statCards': () => ({ records: { now, lastMonth } }) })
  const { container } = render(<RecordsChange teamId={1} />, { wrapper: Around })
  await waitFor(() => expect(container.querySelector('p')).not.toBeNull())
  return container.querySelector('p') as HTMLElement
}

it('shows the percentage of change in words beside sign and arrow', async () => {
  const more = await compare(1042, 1000)
  expect(more).toHaveTextContent('+4.2% versus last month to date')
  expect(more).toHaveTextContent('4.2% more records than last month to date')
  const rise = more.querySelector('svg')?.innerHTML
  expect(rise).toBeTruthy()
  const fewer = await compare(999_999, 1_000_000)
  expect(fewer).toHaveTextContent('-0.0001% versus last month to date')
  expect(fewer).toHaveTextContent('0.0001% fewer records than last month to date')
  expect(fewer.querySelector('svg')?.innerHTML).not.toBe(rise)
})

it('shows that nothing changed, and that there was nothing to compare with', async () => {
  expect(await compare(7, 7)).toHaveTextContent('No change versus last month to date')
  expect(await compare(7, 0)).toHaveTextContent('7 new this month, none in the same days of last month')
  expect(await compare(18_198, 0)).toHaveTextContent('18,198 new this month, none in the same')
})

/** Shows when the request is answered, for tests that expect nothing. */
function Answered() {
  return useApi(api.records.statCards, { params: { teamId: 1 } }).isSuccess && 'answered'
}

it('shows nothing for an empty team, nor where counting took too long', async () => {
  for (const records of [{ now: 0, lastMonth: 0 }, null]) {
    mockFetch({ 'GET /api/teams/1/statCards': () => ({ records }) })
    const { container, unmount } = render(
      [<RecordsChange key="change" teamId={1} />, <Answered key="told" />],
      {
        wrapper: Around,
      },
    )
    await screen.findByText('answered')
    expect(container.querySelector('p')).toBeNull()
    unmount()
  }
})

it('lists bookmarks with their memos and links, or explains how to add one', async () => {
  const bookmark = {
    recordId: 5,
    name: 'Ada',
    avatar: null,
    dataCollectionId: 2,
    dataCollectionIds: [2],
    memo: 'call her',
    bookmarkedAt: '2026-01-05T12:00:00Z',
  }
  const items = [bookmark, { ...bookmark, recordId: 6, name: '', memo: null }]
  mockFetch({ 'GET /api/teams/1/bookmarks': () => ({ items, next: null }) })
  const { unmount } = render(<BookmarkedCard teamId={1} />, { wrapper: Around })
  const link = await screen.findByRole('link', { name: /Ada.*call her/ })
  expect(link).toHaveAttribute('href', '/team-1/data-records/5')
  expect(screen.getByRole('link', { name: /Record 6/ })).toBeVisible()
  unmount()
  mockFetch({ 'GET /api/teams/1/bookmarks': () => ({ items: [], next: null }) })
  render(<BookmarkedCard teamId={1} />, { wrapper: Around })
  expect(await screen.findByText('No bookmarks yet')).toBeVisible()
})
