/** Removes a subject after a confirmation; the outcome is told in a toast. */
import type { MessageSubject } from '@muster/contract/messages/consent.api'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toasts.ts'

export function useRemoveSubject(teamId: number): (subject: MessageSubject) => Promise<void> {
  const { t } = useTranslation('messageSubjects')
  const errorText = useErrorText()
  return async ({ id, externalName }) => {
    const isSure = await confirm({
      title: t('delete.title', { name: externalName }),
      text: t('delete.text'),
      confirmLabel: t('act.delete'),
      isDestructive: true,
    })
    if (!isSure) return
    try {
      await call(api.consent.removeSubject, { params: { teamId, subjectId: id } })
      toast.success(t('done.deleted', { name: externalName }))
    } catch (error) {
      const isUsed = error instanceof ApiError && error.code === 'in_use'
      toast.error(isUsed ? t('failed.inUse') : `${t('failed.delete')} ${errorText(error)}`)
    }
    await refreshChanged(queryClient, api.consent.removeSubject, { teamId })
  }
}
