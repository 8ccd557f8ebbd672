/** A list of messages, which the server searches, sorts and divides into pages. */
import { useDebouncedValue } from '@mantine/hooks'
import type { MessageList } from '@muster/contract/messages/messages.machine'
import type { messageSorts } from '@muster/contract/messages/messages.schema'
import { useState } from 'react'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { usePagesOf } from '../../../lib/use-pages-of.ts'
import type { TableSort } from '../../../ui/DataTable.tsx'

const searchDelayMs = 250

export function useMessagePages(teamId: number, list: MessageList) {
  const [search, setSearch] = useState('')
  // Spec section 2: by creation date.
  const [sort, setSort] = useState<TableSort>({ key: 'createdAt', isDescending: true })
  const [settled] = useDebouncedValue(search.trim(), searchDelayMs)
  const params = { teamId }
  const query = {
    list,
    sort: sort.key as (typeof messageSorts)[number],
    direction: sort.isDescending ? ('desc' as const) : ('asc' as const),
    ...(settled && { search: settled }),
  }
  const pages = usePagesOf([...queryKeyOf(api.messages.list, { params }), 'pages', query], (cursor, signal) =>
    call(api.messages.list, { params, query: { ...query, ...(cursor && { cursor }) } }, { signal }),
  )
  return { pages, sort, setSort, search, setSearch, isSearching: settled !== '' }
}
