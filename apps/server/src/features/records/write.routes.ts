/** The handlers of recordsApi that write. */

import { AppError } from '@muster/contract/errors'
import type { recordsApi } from '@muster/contract/records/records.api'
import {
  accessTo,
  bulk,
  type CollectionAccess,
  createRecord,
  type Deps,
  Homes,
  homeAccess,
  removeRecord,
  restoreRecord,
  setCollections,
  type TeamModel,
  updateRecord,
} from '../../engine/public.ts'
import { type Handlers, RawJson } from '../../platform/http/bind.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { historyOf } from '../operations/public.ts'

type Writing = Pick<
  Handlers<typeof recordsApi>,
  'create' | 'update' | 'bulk' | 'remove' | 'restore' | 'setCollections' | 'logEvents'
>

export function writeRoutes(deps: Deps): Writing {
  const homes = new Homes(deps.pool)

  /** Runs a write on the tree the record lives in. @throws AppError not_found */
  async function onRecord(
    teamUser: TeamUser,
    recordId: number,
    work: (model: TeamModel, access: CollectionAccess) => Promise<string | null>,
  ): Promise<RawJson> {
    const model = await deps.models.get(teamUser.teamId)
    const text = await homes.find(model, recordId, (home) => work(model, homeAccess(model, teamUser, home)))
    if (text === null) throw new AppError('not_found')
    return new RawJson(text)
  }

  return {
    async bulk({ params, body }, { teamUser }) {
      const model = await deps.models.get(teamUser.teamId)
      return bulk(deps, teamUser, model, accessTo(model, teamUser, params.dataCollectionId), body)
    },
    remove: ({ params }, { teamUser }) =>
      onRecord(teamUser, params.dataRecordId, (model, access) =>
        removeRecord(deps, teamUser, model, access, params.dataRecordId),
      ),
    restore: ({ params }, { teamUser }) =>
      onRecord(teamUser, params.dataRecordId, (model, access) =>
        restoreRecord(deps, teamUser, model, access, params.dataRecordId),
      ),
    setCollections: ({ params, body }, { teamUser }) =>
      onRecord(teamUser, params.dataRecordId, (model, access) =>
        setCollections(deps, teamUser, model, access, params.dataRecordId, body.dataCollectionIds),
      ),
    logEvents: ({ params, query }, { teamUser }) =>
      onRecord(teamUser, params.dataRecordId, async (model, access) => {
        const history = await historyOf(deps, teamUser, model, access, params.dataRecordId, query)
        return history && JSON.stringify(history)
      }),
    async create({ params, body }, { teamUser }) {
      const model = await deps.models.get(teamUser.teamId)
      const access = accessTo(model, teamUser, params.dataCollectionId)
      return new RawJson(await createRecord(deps, teamUser, model, access, body))
    },
    update: ({ params, body }, { teamUser }) =>
      onRecord(teamUser, params.dataRecordId, (model, access) =>
        updateRecord(deps, teamUser, model, access, { id: params.dataRecordId, ...body }),
      ),
  }
}
