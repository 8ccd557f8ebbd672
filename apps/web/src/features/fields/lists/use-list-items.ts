/** The items of a custom list and their changes, each shown before the server has answered. */
import { nextColors } from '@muster/contract/lists/colors'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { toast } from '../../../ui/toasts.ts'
import { pendingId } from './pending-id.ts'

/** Longer lists are edited on the records screens. */
export const mostItems = 200

export interface ListItem {
  id: number
  name: string
  color: string | null
  rank: number | null
}

const itemOf = ({ id, name, values }: DataRecord): ListItem => ({
  id,
  name: typeof values.name === 'string' ? values.name : name,
  color: typeof values.color === 'string' ? values.color : null,
  rank: typeof values.rank === 'number' ? values.rank : null,
})

export function useListItems(teamId: number, listId: number, removedText: (name: string) => string) {
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const key = [...queryKeyOf(api.records.query), 'items', teamId, listId]
  const params = { teamId, dataCollectionId: listId }
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const answer = await call(
        api.records.query,
        {
          params,
          body: {
            sort: [
              { field: 'rank', direction: 'asc' },
              { field: '@id', direction: 'asc' },
            ],
            fields: ['name', 'color', 'rank'],
            limit: mostItems,
            count: 'exact',
          },
        },
        { signal },
      )
      return { items: answer.items.map(itemOf), total: answer.total ?? answer.items.length }
    },
  })
  const items = query.data?.items ?? []

  /** Shows `next` at once, does the work, and reports failures. */
  const write = async (next: readonly ListItem[], work: () => Promise<unknown>): Promise<boolean> => {
    const before = query.data
    await queryClient.cancelQueries({ queryKey: key })
    queryClient.setQueryData(key, { items: next, total: (before?.total ?? 0) + next.length - items.length })
    try {
      await work()
      return true
    } catch (error) {
      queryClient.setQueryData(key, before)
      toast.error(errorText(error))
      return false
    } finally {
      void refreshChanged(queryClient, api.records.bulk, { teamId })
    }
  }
  const update = (id: number, values: Partial<Omit<ListItem, 'id'>>) =>
    write(
      items.map((item) => (item.id === id ? { ...item, ...values } : item)),
      () => call(api.records.update, { params: { teamId, dataRecordId: id }, body: { values } }),
    )

  return {
    query,
    items,
    total: query.data?.total ?? 0,
    rename: (id: number, name: string) => update(id, { name }),
    recolor: (id: number, color: string) => update(id, { color }),
    add(name: string) {
      const values = { name, rank: Math.max(0, ...items.map(({ rank }) => rank ?? 0)) + 1 }
      // The colour that the server will give it.
      const [color = null] = nextColors(
        items.map((item) => item.color),
        1,
      )
      return write([...items, { id: pendingId(), ...values, color }], () =>
        call(api.records.create, { params, body: { values } }),
      )
    },
    async remove(item: ListItem) {
      const isGone = await write(
        items.filter(({ id }) => id !== item.id),
        () => call(api.records.remove, { params: { teamId, dataRecordId: item.id } }),
      )
      if (!isGone) return
      toast.undo(removedText(item.name), () =>
        write(items, () => call(api.records.restore, { params: { teamId, dataRecordId: item.id } })),
      )
    },
    /** Renumbers all items in one operation. */
    reorder(ordered: readonly ListItem[]) {
      const next = ordered.map((item, at) => ({ ...item, rank: at + 1 }))
      const changed = next.filter(({ id, rank }) => items.find((item) => item.id === id)?.rank !== rank)
      return write(next, () =>
        call(api.records.bulk, {
          params,
          body: { update: changed.map(({ id, rank }) => ({ id, values: { rank } })) },
        }),
      )
    },
  }
}
