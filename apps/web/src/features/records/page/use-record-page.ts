/** A record with its card groups and the records listed on the current tab, first fetched in one request. */
import type { ShownCard, ShownGroup } from '@muster/contract/cards/cards.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api, call, queryKeyOf, useApi } from '../../../lib/api.ts'
import { onLiveEvents } from '../../../lib/events.ts'
import { useCollection } from '../../fields/public.ts'
import { linkedKey } from './use-linked.ts'

const noFields: readonly DataField[] = []
const pageKey = (teamId: number) => ['record page', { teamId }]

export function useRecordPage(teamId: number, dataRecordId: number, dataCardGroupId: number | undefined) {
  const queryClient = useQueryClient()
  const params = { teamId, dataRecordId }
  const page = useQuery({
    queryKey: [...pageKey(teamId), dataRecordId],
    queryFn: async ({ signal }) => {
      const query = dataCardGroupId === undefined ? {} : { dataCardGroupId }
      const found = await call(api.cards.page, { params, query }, { signal })
      // Each part is put into the cache of its own query, which refreshes it from here on.
      queryClient.setQueryData(queryKeyOf(api.records.get, { params }), found.record)
      for (const [cardId, result] of Object.entries(found.linkedRecords)) {
        queryClient.setQueryData(linkedKey(teamId, Number(cardId), { dataRecordId }), result)
      }
      return { groups: found.dataCardGroups, linkBacks: found.linkBacks }
    },
    // Changes only with the design of cards, which has its own event.
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(
    () =>
      onLiveEvents((events) => {
        if (events.some(({ kind }) => kind === 'collections')) {
          void queryClient.invalidateQueries({ queryKey: pageKey(teamId) })
        }
      }),
    [queryClient, teamId],
  )
  const query = useApi(api.records.get, { params }, { enabled: page.isSuccess })
  const record = query.data as RecordDetail | undefined
  const collection = useCollection(teamId, record?.dataCollectionId ?? null)
  const groups = useMemo(() => groupsFor(record, page.data?.groups), [record, page.data])
  const linkBacks = useMemo(
    () => linkBacksFor(record, groups, page.data?.linkBacks),
    [record, groups, page.data],
  )
  return {
    error: page.error ?? query.error,
    retry: () => (page.isError ? page.refetch() : query.refetch()),
    record,
    collection,
    fields: collection?.DataFields ?? noFields,
    groups,
    linkBacks,
  }
}

/** Groups of collections that the record does not belong to are left out. */
function groupsFor(
  record: RecordDetail | undefined,
  groups: readonly ShownGroup[] | undefined,
): readonly ShownGroup[] | undefined {
  if (!record) return undefined
  return groups?.filter(({ dataCollectionId }) => record.dataCollectionIds.includes(dataCollectionId))
}

/** What links to the record and is on none of its tabs. */
function linkBacksFor(
  record: RecordDetail | undefined,
  groups: readonly ShownGroup[] | undefined,
  linkBacks: readonly ShownCard[] | undefined,
): readonly ShownCard[] {
  const onTabs = (groups ?? []).flatMap(({ dataCards }) => dataCards)
  return (linkBacks ?? []).filter(
    ({ dataCollectionId, sourceDataFieldId }) =>
      record?.dataCollectionIds.includes(dataCollectionId) &&
      !onTabs.some((card) => card.isReverse && card.sourceDataFieldId === sourceDataFieldId),
  )
}
