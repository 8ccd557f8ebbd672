/** The backups, polled while one is being made. */
import type { Backup } from '@muster/contract/backups/backups.schema'
import { isUnderWay } from '@muster/contract/runs/runs.machine'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../lib/api.ts'
import { useErrorText } from '../../lib/errors.ts'
import { queryClient } from '../../lib/query-client.ts'
import { refreshChanged } from '../../lib/stale.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toasts.ts'

const pollMs = 1000
/** A scheduled one may begin at any time. */
const idlePollMs = 60_000

export function useBackups() {
  return useApi(
    api.backups.overview,
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.items.some((backup) => isUnderWay(backup.state)) ? pollMs : idlePollMs,
    },
  )
}

/** What system administrators do with backups: each act with its question and its error. */
export function useBackupActs() {
  const { t } = useTranslation('backups')
  const errorText = useErrorText()
  const attempt = async (work: () => Promise<unknown>, done?: string) => {
    try {
      await work()
      if (done) toast.success(done)
    } catch (error) {
      toast.error(errorText(error))
    }
    await refreshChanged(queryClient, api.backups.create)
  }
  return {
    create: () => attempt(() => call(api.backups.create, {})),
    cancel: (backupId: number) =>
      attempt(() => call(api.backups.cancel, { params: { backupId } }), t('toast.cancelled')),
    async restore({ id, fileName }: Backup, when: string): Promise<void> {
      const isSure = await confirm({
        title: t('restoreNow.title', { when }),
        text: t('restoreNow.text'),
        confirmLabel: t('restoreNow.confirm'),
        typeToConfirm: fileName,
        isDestructive: true,
      })
      if (!isSure) return
      await attempt(() => call(api.backups.restore, { params: { backupId: id }, body: { fileName } }))
    },
    async remove({ id, kind }: Backup, when: string): Promise<void> {
      const question = {
        title: t('delete.title', { when }),
        text: t('delete.text'),
        confirmLabel: t('delete.confirm'),
        isDestructive: true,
      }
      // The line of a restore has no file.
      if (kind !== 'restore' && !(await confirm(question))) return
      const done = kind === 'restore' ? undefined : t('toast.deleted')
      await attempt(() => call(api.backups.remove, { params: { backupId: id } }), done)
    },
  }
}
