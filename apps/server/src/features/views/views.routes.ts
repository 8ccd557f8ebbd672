/** Views and what they read: a line per endpoint. */
import { AppError } from '@muster/contract/errors'
import type { viewsApi } from '@muster/contract/views/views.api'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { authenticatorOf } from '../auth/authenticator.ts'
import { Feeds } from './feeds.service.ts'
import { outsideRoutes } from './outside/outside.routes.ts'
import { ViewRecords } from './view-records.service.ts'
import { createView, getView, listViews, removeView, reorderViews, updateView } from './views.service.ts'

export function viewsRoutes(deps: Deps): Handlers<typeof viewsApi> {
  const records = new ViewRecords(deps)
  const feeds = new Feeds(deps, authenticatorOf(deps))
  const later = async (): Promise<never> => {
    throw new AppError('not_ready')
  }
  return {
    async list({ query }, { teamUser }) {
      return { items: await listViews(deps, teamUser, query.dataCollectionId) }
    },
    get: ({ params }, { teamUser }) => getView(deps, teamUser, params.dataViewId),
    create: ({ body }, { teamUser }) => createView(deps, teamUser, body),
    update: ({ params, body }, { teamUser }) => updateView(deps, teamUser, params.dataViewId, body),
    remove: ({ params }, { teamUser }) => removeView(deps, teamUser, params.dataViewId),
    async reorder({ body }, { teamUser }) {
      return { items: await reorderViews(deps, teamUser, body.dataCollectionId, body.dataViewIds) }
    },
    calendar: ({ params, body }, { teamUser }) => records.calendar(teamUser, params.dataCollectionId, body),
    map: ({ params, body }, { teamUser }) => records.map(teamUser, params.dataCollectionId, body),
    dateInfo: ({ params, query }, { teamUser }) =>
      records.dateInfo(teamUser, params.dataViewId, query.from, query.to),
    indexes: later,
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
    ...outsideRoutes(deps),
  }
}
