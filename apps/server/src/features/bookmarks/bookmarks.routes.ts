/** Routes for the caller's bookmarks. */

import type { bookmarksApi } from '@muster/contract/bookmarks/bookmarks.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { bookmark, bookmarkOf, listBookmarks, removeBookmark, setMany } from './bookmarks.service.ts'

export function bookmarksRoutes(deps: Deps): Handlers<typeof bookmarksApi> {
  return {
    list: ({ query }, { teamUser }) => listBookmarks(deps, teamUser, query),
    get: ({ params }, { teamUser }) => bookmarkOf(deps, teamUser, params.dataRecordId),
    put: ({ params, body }, { teamUser }) => bookmark(deps, teamUser, params.dataRecordId, body.memo),
    remove: async ({ params }, { teamUser }) => {
      await removeBookmark(deps, teamUser, params.dataRecordId)
      return undefined
    },
    setMany: ({ params, body }, { teamUser }) =>
      setMany(deps, teamUser, params.dataCollectionId, body.target, body.isBookmarked),
  }
}
