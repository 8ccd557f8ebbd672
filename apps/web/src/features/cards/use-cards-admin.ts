/** The cards and card groups of a collection, and everything an administrator does with them. */
import type {
  CreateCard,
  CreateGroup,
  DataCard,
  DataCardGroup,
  UpdateCard,
  UpdateGroup,
} from '@muster/contract/cards/cards.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, queryOf, useApi } from '../../lib/api.ts'
import { errorText } from '../../lib/errors.ts'
import { refreshChanged } from '../../lib/stale.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toasts.ts'

type Failure = 'cards.createFailed' | 'cards.updateFailed' | 'groups.createFailed' | 'groups.updateFailed'

export function useCardsAdmin(teamId: number, dataCollectionId: number) {
  const { t } = useTranslation(['cards', 'common', 'errors'])
  const queryClient = useQueryClient()
  const args = { params: { teamId }, query: { dataCollectionId: String(dataCollectionId) } }
  const cards = useApi(api.cards.list, args as never)
  const groups = useApi(api.cards.listGroups, args as never)
  const groupsKey = queryOf(api.cards.listGroups, args as never).queryKey

  /** Record pages are updated by the server's live events, as everybody's are. */
  const refresh = () => refreshChanged(queryClient, api.cards.update, { teamId })
  /** Field errors are shown at their fields, all others in a toast; nothing typed is lost. */
  const showError = (error: unknown, text: Failure): void => {
    const isOfFields = error instanceof ApiError && error.errors.length > 0
    if (!isOfFields) toast.error(`${t(text)} ${errorText(error, t)}`)
  }
  const save = async <Result>(
    work: () => Promise<Result>,
    done: 'cards.created' | 'cards.updated' | 'groups.created' | 'groups.updated',
    failed: Failure,
    nameOf: (result: Result) => string,
  ): Promise<Result> => {
    try {
      const result = await work()
      toast.success(t(done, { name: nameOf(result) }))
      await refresh()
      return result
    } catch (error) {
      showError(error, failed)
      throw error
    }
  }

  return {
    cards,
    groups,
    createCard: (body: CreateCard): Promise<DataCard> =>
      save(
        () => call(api.cards.create, { params: { teamId }, body }),
        'cards.created',
        'cards.createFailed',
        ({ title }) => title,
      ),
    updateCard: (dataCardId: number, body: UpdateCard): Promise<DataCard> =>
      save(
        () => call(api.cards.update, { params: { teamId, dataCardId }, body }),
        'cards.updated',
        'cards.updateFailed',
        ({ title }) => title,
      ),
    createGroup: (body: CreateGroup): Promise<DataCardGroup> =>
      save(
        () => call(api.cards.createGroup, { params: { teamId }, body }),
        'groups.created',
        'groups.createFailed',
        ({ name }) => name,
      ),
    updateGroup: (dataCardGroupId: number, body: UpdateGroup): Promise<DataCardGroup> =>
      save(
        () => call(api.cards.updateGroup, { params: { teamId, dataCardGroupId }, body }),
        'groups.updated',
        'groups.updateFailed',
        ({ name }) => name,
      ),
    /** Asks for confirmation. @returns true when it was deleted */
    async removeCard({ id, title }: DataCard): Promise<boolean> {
      const isSure = await confirm({
        title: t('cards.deleteTitle', { name: title }),
        text: t('cards.deleteText'),
        confirmLabel: t('cards.delete'),
        isDestructive: true,
      })
      if (!isSure) return false
      try {
        await call(api.cards.remove, { params: { teamId, dataCardId: id } })
        toast.success(t('cards.deleted', { name: title }))
        await refresh()
        return true
      } catch (error) {
        toast.error(`${t('cards.deleteFailed')} ${errorText(error, t)}`)
        return false
      }
    },
    async removeGroup({ id, name }: DataCardGroup): Promise<boolean> {
      const isSure = await confirm({
        title: t('groups.deleteTitle', { name }),
        text: t('groups.deleteText'),
        confirmLabel: t('groups.delete'),
        isDestructive: true,
      })
      if (!isSure) return false
      try {
        await call(api.cards.removeGroup, { params: { teamId, dataCardGroupId: id } })
        toast.success(t('groups.deleted', { name }))
        await refresh()
        return true
      } catch (error) {
        toast.error(`${t('groups.deleteFailed')} ${errorText(error, t)}`)
        return false
      }
    },
    /** Shows the new order at once, and restores the old one if saving fails. */
    async reorderGroups(ids: readonly number[]): Promise<void> {
      const before = groups.data?.items ?? []
      const show = (items: readonly DataCardGroup[]) =>
        queryClient.setQueryData(groupsKey, { items: [...items] })
      show(ids.flatMap((id) => before.find((group) => group.id === id) ?? []))
      try {
        const body = { dataCollectionId, dataCardGroupIds: [...ids] }
        show((await call(api.cards.reorderGroups, { params: { teamId }, body })).items)
      } catch (error) {
        show(before)
        toast.error(`${t('groups.updateFailed')} ${errorText(error, t)}`)
      }
    },
  }
}

export type CardsAdmin = ReturnType<typeof useCardsAdmin>
