/** Endpoints of views and of the data they show. */

import type { viewsApi } from '@muster/contract/views/views.api'
import { type Deps, keepIndexesSoon, viewIndexes } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { authenticatorOf } from '../auth/public.ts'
import { Feeds } from './feeds.service.ts'
import { publicViewRoutes } from './public-view/public-view.routes.ts'
import { ViewRecords } from './view-records.service.ts'
import { createView, getView, listViews, removeView, reorderViews, updateView } from './views.service.ts'

export function viewsRoutes(deps: Deps): Handlers<typeof viewsApi> {
  const records = new ViewRecords(deps)
  const feeds = new Feeds(deps, authenticatorOf(deps))
  const indexed = async <Result>({ teamId }: TeamUser, result: Result): Promise<Result> => {
    await keepIndexesSoon(deps, teamId)
    return result
  }
  return {
    async list({ query }, { teamUser }) {
      return { items: await listViews(deps, teamUser, query.dataCollectionId) }
    },
    get: ({ params }, { teamUser }) => getView(deps, teamUser, params.dataViewId),
    create: async ({ body }, { teamUser }) => indexed(teamUser, await createView(deps, teamUser, body)),
    update: async ({ params, body }, { teamUser }) =>
      indexed(teamUser, await updateView(deps, teamUser, params.dataViewId, body)),
    remove: async ({ params }, { teamUser }) =>
      indexed(teamUser, await removeView(deps, teamUser, params.dataViewId)),
    async reorder({ body }, { teamUser }) {
      return { items: await reorderViews(deps, teamUser, body.dataCollectionId, body.dataViewIds) }
    },
    calendar: ({ params, body }, { teamUser }) => records.calendar(teamUser, params.dataCollectionId, body),
    map: ({ params, body }, { teamUser }) => records.map(teamUser, params.dataCollectionId, body),
    timeline: ({ params, body }, { teamUser }) => records.timeline(teamUser, params.dataCollectionId, body),
    dateInfo: ({ params, query }, { teamUser }) => records.dateInfo(teamUser, params.dataViewId, query),
    async indexes(_input, { teamUser }) {
      return { items: await viewIndexes(deps.pool, await deps.models.get(teamUser.teamId)) }
    },
    getFeed: ({ params }, { teamUser }) => feeds.get(teamUser, params.dataViewId),
    createFeed: ({ params }, { teamUser }) => feeds.create(teamUser, params.dataViewId),
    removeFeed: ({ params }, { teamUser }) => feeds.remove(teamUser, params.dataViewId),
    async feed({ params }, { reply }) {
      const text = await feeds.read(params.token)
      await reply
        .header('content-type', 'text/calendar; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .send(text)
      return undefined
    },
    ...publicViewRoutes(deps),
  }
}
