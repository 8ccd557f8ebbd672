/** The lists of the system administrator, which the server searches, sorts and divides into pages. */

import { useDebouncedValue } from '@mantine/hooks'
import type { Call } from '@muster/contract/endpoint'
import { useState } from 'react'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { usePagesOf } from '../../../lib/use-pages-of.ts'
import type { TableSort } from '../../../ui/DataTable.tsx'

type TeamQuery = NonNullable<Call<typeof api.sysAdmin.teams>['query']>
type UserQuery = NonNullable<Call<typeof api.sysAdmin.users>['query']>

const searchDelayMs = 250

/** What the reader asked a list for. */
export function useListState() {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<TableSort>({ key: 'name' })
  const [settled] = useDebouncedValue(search.trim(), searchDelayMs)
  return { search, setSearch, sort, setSort, settled }
}

type ListState = ReturnType<typeof useListState>

const asked = ({ settled, sort }: ListState) => ({
  ...(settled && { search: settled }),
  direction: sort.isDescending ? ('desc' as const) : ('asc' as const),
})

export function useTeamPages(list: ListState, state: TeamQuery['state'] | null) {
  const query: TeamQuery = {
    ...asked(list),
    sort: list.sort.key as TeamQuery['sort'],
    ...(state && { state }),
  }
  return usePagesOf([...queryKeyOf(api.sysAdmin.teams), 'pages', query], (cursor, signal) =>
    call(api.sysAdmin.teams, { query: { ...query, ...(cursor && { cursor }) } }, { signal }),
  )
}

export function useUserPages(list: ListState) {
  const query: UserQuery = { ...asked(list), sort: list.sort.key as UserQuery['sort'] }
  return usePagesOf([...queryKeyOf(api.sysAdmin.users), 'pages', query], (cursor, signal) =>
    call(api.sysAdmin.users, { query: { ...query, ...(cursor && { cursor }) } }, { signal }),
  )
}
