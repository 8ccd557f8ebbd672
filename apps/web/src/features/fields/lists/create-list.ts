/** Creates a custom list and makes it available at once wherever lists are chosen. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { QueryClient } from '@tanstack/react-query'
import { api, call } from '../../../lib/api.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { writtenCollectionsQuery } from '../../teams/public.ts'

/** @throws ApiError name_taken; of the fields `name` and `pluralName` */
export async function createList(
  queryClient: QueryClient,
  teamId: number,
  list: { name: string; pluralName: string; items: readonly string[] },
): Promise<DataCollection> {
  const made = await call(api.collections.create, {
    params: { teamId },
    body: {
      name: list.name.trim(),
      pluralName: list.pluralName.trim(),
      icon: 'fas fa-list',
      IsUsedAsCustomList: true,
      isShownInSidebar: false,
      isGloballySearchable: false,
    },
  })
  const names = [...new Set(list.items.map((item) => item.trim()))].filter(Boolean)
  if (names.length > 0) {
    await call(api.records.bulk, {
      params: { teamId, dataCollectionId: made.id },
      body: {
        create: names.map((item, at) => ({ values: { name: item, rank: at + 1 } })),
      },
    })
  }
  await refreshChanged(queryClient, api.collections.create, { teamId })
  await queryClient.fetchQuery(writtenCollectionsQuery(teamId))
  return made
}
