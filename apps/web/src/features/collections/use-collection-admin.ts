/** What an administrator does with whole collections: trash and restore. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../lib/api.ts'
import { useErrorText, useFieldErrors } from '../../lib/errors.ts'
import { refreshChanged } from '../../lib/stale.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toasts.ts'
import { useTeamId } from '../teams/public.ts'

export function useCollectionAdmin() {
  const { t } = useTranslation(['collections', 'common', 'errors'])
  const teamId = useTeamId()
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()

  const refresh = () => refreshChanged(queryClient, api.collections.update, { teamId })
  const restore = async (collection: DataCollection): Promise<void> => {
    try {
      await call(api.collections.restore, { params: { teamId, dataCollectionId: collection.id } })
      await refresh()
      toast.success(t('trash.restored', { name: collection.pluralName }))
    } catch (error) {
      const isUnderDeleted = fieldErrors(error).idParentDataCollection !== undefined
      toast.error(isUnderDeleted ? t('trash.parentFirst') : errorText(error))
    }
  }
  /** Asks, deletes, offers undo. @returns true when it was deleted */
  const remove = async (collection: DataCollection, childCount: number): Promise<boolean> => {
    const isList = collection.IsUsedAsCustomList
    const isSure = await confirm({
      title: t('delete.title', { name: collection.pluralName }),
      text: [
        t(
          isList
            ? 'delete.listText'
            : collection.idParentDataCollection === null
              ? 'delete.text'
              : 'delete.childText',
        ),
        childCount > 0 ? t('delete.children', { count: childCount }) : '',
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: t(isList ? 'delete.confirmList' : 'delete.confirm'),
      isDestructive: true,
    })
    if (!isSure) return false
    try {
      await call(api.collections.remove, { params: { teamId, dataCollectionId: collection.id } })
      toast.undo(t('delete.done', { name: collection.pluralName }), () => restore(collection))
      await refresh()
      return true
    } catch (error) {
      const isNamed = error instanceof ApiError && ['wizard', 'message'].includes(String(error.params.as))
      const isUsed = error instanceof ApiError && error.code === 'in_use' && !isNamed
      toast.error(isUsed ? t('delete.inUse') : errorText(error))
      return false
    }
  }
  return { remove, restore, refresh }
}

/** How many collections go into the trash with one. */
export function descendantCount(collections: readonly DataCollection[], id: number): number {
  const children = collections.filter((one) => one.idParentDataCollection === id)
  return children.reduce((sum, child) => sum + 1 + descendantCount(collections, child.id), 0)
}
