import type { PersonalData, personalDataApi } from '@muster/contract/personalData/personalData.api'
import { eventsIn } from '../../engine/public.sql.ts'
import type { Deps } from '../../engine/public.ts'
import { one, sql } from '../../platform/db.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { bookmarksOf } from '../bookmarks/public.ts'
import { anonymise } from './anonymise.service.ts'
import { erase } from './erase.service.ts'
import { exportPerson } from './export.service.ts'
import { confirmationOf, findPerson } from './person.ts'
import { filesOf, referringRecords } from './traces.sql.ts'

export function personalDataRoutes(deps: Deps): Handlers<typeof personalDataApi> {
  return {
    summary: ({ params }, { teamUser }) => summary(deps, teamUser, params.dataRecordId),
    export: ({ params, body }, { teamUser }) =>
      exportPerson(deps, teamUser, params.dataRecordId, body.language),
    erase: async ({ params, body }, { teamUser }) => {
      await erase(deps, teamUser, params.dataRecordId, body.confirmation)
      return undefined
    },
    anonymise: async ({ params, body }, { teamUser }) => {
      await anonymise(deps, teamUser, params.dataRecordId, body.fields)
      return undefined
    },
  }
}

async function summary(deps: Deps, teamUser: TeamUser, recordId: number): Promise<PersonalData> {
  const { pool } = deps
  const model = await deps.models.get(teamUser.teamId)
  const { ids, detail } = await findPerson(pool, model, teamUser, recordId)
  const log = await one<{ count: number }>(
    pool,
    sql`select count(*) from ${eventsIn(model.schema)} l where record_id = any(${ids}::bigint[])`,
  )
  const referring = await referringRecords(pool, model, detail.dataCollectionId, ids)
  return {
    confirmation: confirmationOf(detail),
    events: log?.count ?? 0,
    files: (await filesOf(pool, model, ids)).length,
    bookmarks: (await bookmarksOf(pool, teamUser.teamId, ids)).length,
    references: [...referring.values()].reduce((all, own) => all + own.length, 0),
  }
}
