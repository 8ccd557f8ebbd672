/** The views of a collection, and everything an administrator does with them. */
import type { CreateView, DataView as SavedView } from '@muster/contract/views/views.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, queryKeyOf } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toasts.ts'
import { settingsOf, useViewActions, useViews } from '../switcher/use-views.ts'
import { freeName } from './free-name.ts'

type Failure = 'error.create' | 'error.update' | 'error.delete'

export function useViewsAdmin(teamId: number, dataCollectionId: number) {
  const { t } = useTranslation(['viewsAdmin', 'errors'])
  const queryClient = useQueryClient()
  const views = useViews(teamId, dataCollectionId)
  const actions = useViewActions(teamId, dataCollectionId)
  const showError = (error: unknown, text: Failure) =>
    toast.error(`${t(text)} ${errorText(error, t as never)}`)
  const items = views.data?.items ?? []

  return {
    views,
    /** Field errors are shown at their fields, all others in a toast. @throws the refused request's error */
    async create(body: CreateView): Promise<SavedView> {
      try {
        const made = await actions.create(body)
        toast.success(t('created', { name: made.internalName }))
        return made
      } catch (error) {
        if (!(error instanceof ApiError && error.errors.length > 0)) showError(error, 'error.create')
        throw error
      }
    },
    async duplicate(view: SavedView): Promise<void> {
      try {
        // A copy is not public by default.
        await actions.create({
          ...settingsOf(view),
          internalName: freeName(
            view.internalName,
            items.map(({ internalName }) => internalName),
            (name) => t('list.copyName', { name }),
          ),
          isVisibleExternally: false,
        })
        toast.success(t('duplicated', { name: view.internalName }))
      } catch (error) {
        showError(error, 'error.create')
      }
    },
    /** Asks for confirmation. @returns true when it was deleted */
    async remove({ id, internalName: name }: Pick<SavedView, 'id' | 'internalName'>): Promise<boolean> {
      const isSure = await confirm({
        title: t('delete.title', { name }),
        text: t('delete.text'),
        confirmLabel: t('delete.confirm'),
        isDestructive: true,
      })
      if (!isSure) return false
      try {
        await actions.remove(id)
        toast.success(t('deleted', { name }))
        return true
      } catch (error) {
        showError(error, 'error.delete')
        return false
      }
    },
    /** Shows the new order at once, and restores the old one if saving fails. */
    async reorder(ids: readonly number[]): Promise<void> {
      const params = { teamId }
      const key = queryKeyOf(api.views.list, { params, query: { dataCollectionId } })
      const show = (next: readonly SavedView[]) => queryClient.setQueryData(key, { items: [...next] })
      show(ids.flatMap((id) => items.find((view) => view.id === id) ?? []))
      try {
        const body = { dataCollectionId, dataViewIds: [...ids] }
        show((await call(api.views.reorder, { params, body })).items)
      } catch (error) {
        show(items)
        showError(error, 'error.update')
      }
    },
  }
}

export type ViewsAdmin = ReturnType<typeof useViewsAdmin>
