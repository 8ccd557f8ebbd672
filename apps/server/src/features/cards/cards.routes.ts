/** Routes for cards, card groups and the page of a record. */

import type { cardsApi } from '@muster/contract/cards/cards.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import {
  createCard,
  createGroup,
  listCards,
  listGroups,
  removeCard,
  removeGroup,
  reorderGroups,
  updateCard,
  updateGroup,
} from './cards.service.ts'
import { changeLinks } from './links.service.ts'
import { RecordPages } from './page.service.ts'

export function cardsRoutes(deps: Deps): Handlers<typeof cardsApi> {
  const pages = new RecordPages(deps)
  return {
    page: ({ params, query }, { teamUser }) =>
      pages.page(teamUser, params.dataRecordId, query.dataCardGroupId),
    linkedRecords: ({ params, body }, { teamUser }) => pages.linkedRecords(teamUser, params.dataCardId, body),
    link: ({ params, body }, { teamUser }) => changeLinks(deps, teamUser, params.dataCardId, body),
    preview: ({ body }, { teamUser }) => pages.preview(teamUser, body.dataCard, body.dataRecordId),
    async list({ query }, { teamUser }) {
      return { items: await listCards(deps, teamUser, query.dataCollectionId) }
    },
    create: ({ body }, { teamUser }) => createCard(deps, teamUser, body),
    update: ({ params, body }, { teamUser }) => updateCard(deps, teamUser, params.dataCardId, body),
    remove: ({ params }, { teamUser }) => removeCard(deps, teamUser, params.dataCardId),
    async listGroups({ query }, { teamUser }) {
      return { items: await listGroups(deps, teamUser, query.dataCollectionId) }
    },
    createGroup: ({ body }, { teamUser }) => createGroup(deps, teamUser, body),
    updateGroup: ({ params, body }, { teamUser }) =>
      updateGroup(deps, teamUser, params.dataCardGroupId, body),
    removeGroup: ({ params }, { teamUser }) => removeGroup(deps, teamUser, params.dataCardGroupId),
    async reorderGroups({ body }, { teamUser }) {
      return { items: await reorderGroups(deps, teamUser, body.dataCollectionId, body.dataCardGroupIds) }
    },
  }
}
