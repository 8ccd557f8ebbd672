/** Endpoints that write records. */

import { AppError } from '@muster/contract/errors'
import type { recordsApi } from '@muster/contract/records/records.api'
import {
  bulk,
  createRecord,
  type Deps,
  Homes,
  homeContext,
  type PoolContext,
  previewRewrite,
  removeRecord,
  restoreRecord,
  setCollections,
  treeContext,
  updateRecord,
  workOn,
} from '../../engine/public.ts'
import { type Handlers, RawJson } from '../../platform/http/bind.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { keepAnswer } from '../../platform/kept-answer.ts'
import { historyOf } from '../operations/public.ts'

type Writing = Pick<
  Handlers<typeof recordsApi>,
  'create' | 'update' | 'bulk' | 'previewRewrite' | 'remove' | 'restore' | 'setCollections' | 'logEvents'
>

export function writeRoutes(all: Deps): Writing {
  const deps = { ...all, keepAnswer }
  const homes = new Homes(deps.pool)

  /** Runs a write in the record's home collection. @throws AppError not_found */
  async function onRecord(
    teamUser: TeamUser,
    recordId: number,
    work: (context: PoolContext) => Promise<string | null>,
  ): Promise<RawJson> {
    const context = await contextOf(teamUser)
    const text = await homes.find(context.model, recordId, (home) => work(homeContext(context, home)))
    if (text === null) throw new AppError('not_found')
    return new RawJson(text)
  }

  async function contextOf(teamUser: TeamUser): Promise<Omit<PoolContext, 'access'>> {
    return { model: await deps.models.get(teamUser.teamId), caller: teamUser, executor: deps.pool }
  }

  return {
    async bulk({ params, body }, { teamUser }) {
      return bulk(deps, treeContext(await contextOf(teamUser), params.dataCollectionId), body)
    },
    async previewRewrite({ params, body }, { teamUser }) {
      const context = treeContext(await contextOf(teamUser), params.dataCollectionId)
      return previewRewrite(workOn(deps, context), body)
    },
    remove: ({ params }, { teamUser }) =>
      onRecord(teamUser, params.dataRecordId, (context) => removeRecord(deps, context, params.dataRecordId)),
    restore: ({ params }, { teamUser }) =>
      onRecord(teamUser, params.dataRecordId, (context) => restoreRecord(deps, context, params.dataRecordId)),
    setCollections: ({ params, body }, { teamUser }) =>
      onRecord(teamUser, params.dataRecordId, (context) =>
        setCollections(deps, context, params.dataRecordId, body.dataCollectionIds),
      ),
    logEvents: ({ params, query }, { teamUser }) =>
      onRecord(teamUser, params.dataRecordId, async (context) => {
        const history = await historyOf(context, params.dataRecordId, query)
        return history && JSON.stringify(history)
      }),
    async create({ params, body }, { teamUser }) {
      const context = treeContext(await contextOf(teamUser), params.dataCollectionId)
      return new RawJson(await createRecord(deps, context, body))
    },
    update: ({ params, body }, { teamUser }) =>
      onRecord(teamUser, params.dataRecordId, (context) =>
        updateRecord(deps, context, { id: params.dataRecordId, ...body }),
      ),
  }
}
