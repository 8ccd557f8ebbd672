/** The views of a collection that the reader sees, the actions on them, and the reader's first view. */
import {
  type CreateView,
  createViewBody,
  type DataView as SavedView,
  type UpdateView,
} from '@muster/contract/views/views.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, call, queryKeyOf, useApi } from '../../../lib/api.ts'
import { refreshChanged } from '../../../lib/stale.ts'

const listOf = (teamId: number, dataCollectionId: number) => ({
  params: { teamId },
  query: { dataCollectionId },
})

export function useViews(teamId: number, dataCollectionId: number) {
  return useApi(api.views.list, listOf(teamId, dataCollectionId))
}

export interface ViewActions {
  create(view: CreateView): Promise<SavedView>
  update(id: number, change: UpdateView): Promise<SavedView>
  remove(id: number): Promise<void>
}

/** Each updates the list at once; failures are left to the caller. */
export function useViewActions(teamId: number, dataCollectionId: number): ViewActions {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const key = queryKeyOf(api.views.list, listOf(teamId, dataCollectionId))
    const put = (change: (items: readonly SavedView[]) => SavedView[]) => {
      queryClient.setQueryData(key, (known: { items: SavedView[] } | undefined) =>
        known ? { items: change(known.items) } : known,
      )
      void refreshChanged(queryClient, api.views.update, { teamId })
    }
    return {
      async create(body) {
        const made = await call(api.views.create, { params: { teamId }, body })
        // The live event may have brought it before the answer.
        put((items) => [...items.filter(({ id }) => id !== made.id), made])
        return made
      },
      async update(dataViewId, body) {
        const saved = await call(api.views.update, { params: { teamId, dataViewId }, body })
        put((items) => items.map((one) => (one.id === dataViewId ? saved : one)))
        return saved
      },
      async remove(dataViewId) {
        await call(api.views.remove, { params: { teamId, dataViewId } })
        put((items) => items.filter(({ id }) => id !== dataViewId))
      },
    }
  }, [teamId, dataCollectionId, queryClient])
}

/** Everything needed to create a view like this one. */
export function settingsOf(view: SavedView): CreateView {
  const keys = Object.keys(createViewBody.shape) as (keyof CreateView)[]
  return Object.fromEntries(keys.map((key) => [key, view[key]])) as unknown as CreateView
}

export interface FirstView {
  /** Null: all records. */
  id: number | null
  isReady: boolean
  set(id: number | null): Promise<void>
}

/** The view with which a collection opens for this person, remembered on the server. */
export function useFirstView(teamId: number, dataCollectionId: number): FirstView {
  const queryClient = useQueryClient()
  const params = { teamId, key: `views.${dataCollectionId}` }
  const stored = useApi(api.teams.getSetting, { params }, { staleTime: Number.POSITIVE_INFINITY })
  const value = stored.data?.value
  const first = typeof value === 'object' && value !== null ? Reflect.get(value, 'first') : null
  return {
    id: typeof first === 'number' ? first : null,
    isReady: !stored.isPending,
    async set(id) {
      const next = { value: { first: id } }
      await call(api.teams.putSetting, { params, body: next })
      queryClient.setQueryData(queryKeyOf(api.teams.getSetting, { params }), next)
    },
  }
}
