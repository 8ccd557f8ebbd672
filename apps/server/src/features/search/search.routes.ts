/** Endpoint of search in all records of a team. */

import type { searchApi } from '@muster/contract/search/search.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { search } from './search.service.ts'
import { SharesOfTeams } from './word-shares.ts'

export function searchRoutes(deps: Deps): Handlers<typeof searchApi> {
  const shares = new SharesOfTeams()
  return { all: ({ query }, { teamUser }) => search({ ...deps, shares }, teamUser, query) }
}
