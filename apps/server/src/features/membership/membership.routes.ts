/** Endpoints of membership in collections. */

import type { membershipApi } from '@muster/contract/membership/membership.api'
import { type Deps, withFreshModel } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { explainMembership } from './explain.service.ts'
import { placeMember } from './place.service.ts'

export function membershipRoutes(deps: Deps): Handlers<typeof membershipApi> {
  return {
    place: ({ params, body }, { teamUser }) => placeMember(deps, teamUser, params.dataCollectionId, body),
    explain: ({ params, body }, { teamUser }) =>
      withFreshModel(deps.models, teamUser.teamId, () =>
        explainMembership(deps, teamUser, params.dataRecordId, body),
      ),
  }
}
