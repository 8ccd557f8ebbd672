/** The records that a card lists, a page at a time. */

import { linkedPageSize } from '@muster/contract/cards/cards.schema'
import type { Sort } from '@muster/contract/filters/ast'
import type { QueryResult, RecordDetail } from '@muster/contract/records/records.schema'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, queryKeyOf, useApi } from '../../../lib/api.ts'
import { asRow, recordEvents } from '../data/record-writes.ts'

export interface LinkedList {
  result: QueryResult | undefined
  error: unknown
  isBusy: boolean
  search: string
  sort: Sort
  /** From 0. */
  page: number
  limit: number
  show(change: { search?: string; sort?: Sort }): void
  goTo(page: number): void
  retry(): void
}

interface LinkedQuery {
  dataRecordId: number
  search?: string
  sort?: Sort
  cursor?: string
}

export const linkedKey = (teamId: number, dataCardId: number, body: LinkedQuery) =>
  queryKeyOf(api.cards.linkedRecords, { params: { teamId, dataCardId }, body })

interface Shown {
  search: string
  sort: Sort
  /** The cursor of each page; the first has none. */
  cursors: readonly (string | undefined)[]
  page: number
}

const first: Shown = { search: '', sort: [], cursors: [undefined], page: 0 }

export function useLinked(teamId: number, dataCardId: number, dataRecordId: number): LinkedList {
  const [{ search, sort, cursors, page }, setShown] = useState(first)
  const queryClient = useQueryClient()
  const cursor = cursors[page]
  const body = {
    dataRecordId,
    ...(search ? { search } : {}),
    ...(sort.length > 0 ? { sort } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  }
  const query = useApi(
    api.cards.linkedRecords,
    { params: { teamId, dataCardId }, body },
    { placeholderData: keepPreviousData },
  )
  useEffect(
    () =>
      recordEvents.on('saved', (saved) => {
        if (saved.teamId !== teamId) return
        const key = queryKeyOf(api.cards.linkedRecords, { params: { teamId, dataCardId } })
        queryClient.setQueriesData<QueryResult>({ queryKey: key }, (found) => withSaved(found, saved.record))
      }),
    [queryClient, teamId, dataCardId],
  )
  const isGone = page > 0 && query.data?.items.length === 0 && !query.isPlaceholderData
  useEffect(() => {
    if (isGone) setShown((now) => ({ ...now, page: now.page - 1 }))
  }, [isGone])
  return {
    result: query.data,
    error: query.error,
    isBusy: query.isFetching && query.isPlaceholderData,
    search,
    sort,
    page,
    limit: linkedPageSize,
    show: (change) => setShown((now) => ({ ...first, search: now.search, sort: now.sort, ...change })),
    goTo: (next) => {
      const { nextCursor } = query.data ?? {}
      setShown((now) => {
        const known = [...now.cursors]
        if (next > now.page && nextCursor) known[next] = nextCursor
        return next > 0 && known[next] === undefined ? now : { ...now, cursors: known, page: next }
      })
    },
    retry: () => void query.refetch(),
  }
}

/** Writes from here are shown at once, before they are fetched again. */
function withSaved(found: QueryResult | undefined, record: RecordDetail): QueryResult | undefined {
  if (!found?.items.some(({ id }) => id === record.id)) return found
  const items = found.items.map((one) => (one.id === record.id ? asRow(record) : one))
  return { ...found, items, linked: { ...found.linked, ...record.linked } }
}
