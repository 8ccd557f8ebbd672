/**
 * Records that match the text being typed; without text, those changed recently. Outdated requests are
 * cancelled.
 */

import { useDebouncedValue } from '@mantine/hooks'
import type { Marks, SearchHit } from '@muster/contract/search/search.schema'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api, useApi } from '../../lib/api.ts'

const typingMs = 80
const atFirst = 20
const more = 60
const most = 200
const recent = 8

interface FoundRecord {
  id: number
  name: string
  avatar: string | null
  dataCollectionId: number
  marks: Marks
  kind: SearchHit['kind'] | 'recent'
  match: SearchHit['match']
}

export function useRecordSearch(teamId: number | null, query: string) {
  const [typed] = useDebouncedValue(query.trim(), typingMs)
  const [shown, setShown] = useState({ typed, limit: atFirst })
  const limit = shown.typed === typed ? shown.limit : atFirst
  const isSearch = teamId !== null && typed !== ''
  const search = useApi(
    api.search.all,
    { params: { teamId: teamId ?? 0 }, query: { q: typed, limit } },
    { enabled: isSearch, placeholderData: keepPreviousData },
  )
  const latest = useApi(
    api.operations.recentChanges,
    { params: { teamId: teamId ?? 0 }, query: { limit: recent } },
    { enabled: teamId !== null && query.trim() === '' },
  )
  const isIdle = query.trim() === ''
  const records: FoundRecord[] = isIdle
    ? (latest.data?.items ?? [])
        .filter(({ type }) => type !== 'deleted')
        .map(({ recordId, name, avatar, dataCollectionId }) => ({
          id: recordId,
          name,
          avatar,
          dataCollectionId,
          marks: [],
          kind: 'recent',
          match: null,
        }))
    : isSearch
      ? (search.data?.items ?? [])
      : []
  return {
    records,
    isSearching: !isIdle && (search.isFetching || typed !== query.trim()),
    isFailed: isSearch && search.isError,
    isCut: isSearch && search.data?.isComplete === false,
    /** Null where there are no more, or too many to search. */
    showMore:
      isSearch && search.data?.hasMore && limit < most
        ? () => setShown({ typed, limit: Math.min(most, limit + more) })
        : null,
  }
}
