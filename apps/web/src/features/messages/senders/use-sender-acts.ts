/** What administrators do with senders; failures and successes are told in a toast. */
import type { Sender, UpdateSender } from '@muster/contract/messages/senders.api'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toasts.ts'

export function useSenderActs(teamId: number) {
  const { t } = useTranslation('messageSenders')
  const errorText = useErrorText()
  const paramsOf = ({ id }: Sender) => ({ teamId, senderId: id })
  const refresh = () => refreshChanged(queryClient, api.messageSenders.update, { teamId })
  return {
    async change(
      sender: Sender,
      change: Omit<UpdateSender, 'version'>,
      done: 'madeDefault' | 'paused' | 'resumed',
    ): Promise<void> {
      try {
        const body = { ...change, version: sender.version }
        await call(api.messageSenders.update, { params: paramsOf(sender), body })
        toast.success(t(`done.${done}`, { name: sender.name }))
      } catch (error) {
        toast.error(`${t('failed.save')} ${errorText(error)}`)
      }
      await refresh()
    },
    async remove(sender: Sender): Promise<void> {
      const isSure = await confirm({
        title: t('delete.title', { name: sender.name }),
        text: t('delete.text'),
        confirmLabel: t('act.delete'),
        isDestructive: true,
      })
      if (!isSure) return
      try {
        await call(api.messageSenders.remove, { params: paramsOf(sender) })
        toast.success(t('done.deleted', { name: sender.name }))
      } catch (error) {
        toast.error(`${t('failed.delete')} ${errorText(error)}`)
      }
      await refresh()
    },
    async check(sender: Sender): Promise<void> {
      try {
        await call(api.messageSenders.check, { params: paramsOf(sender) })
      } catch (error) {
        toast.error(`${t('failed.check')} ${errorText(error)}`)
      }
      await refresh()
    },
  }
}
export type SenderActs = ReturnType<typeof useSenderActs>
