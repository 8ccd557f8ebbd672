/** What an administrator does with a run: let it go on, or undo everything that it has saved. */
import type { ListedRun } from '@muster/contract/wizards/runs.schema'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../lib/api.ts'
import { confirm } from '../../../../ui/confirm.ts'
import { toast } from '../../../../ui/toasts.ts'
import { useWizardsAdmin } from '../use-wizards-admin.ts'

export function useRunActs(teamId: number) {
  const { t } = useTranslation('wizards')
  const admin = useWizardsAdmin(teamId)
  return {
    async retry({ id }: ListedRun): Promise<void> {
      try {
        await admin.perform(
          api.wizardRuns.retry,
          { params: { teamId, wizardRunId: id } },
          'retry',
          () => true,
        )
        toast.success(t('runs.retried'))
      } catch {
        // Told by a toast.
      }
    },
    async rollBack({ id, recordCount }: ListedRun): Promise<void> {
      const isSure = await confirm({
        title: t('runs.rollBackTitle'),
        text: t('runs.rollBackText', { count: recordCount }),
        confirmLabel: t('runs.rollBack'),
        isDestructive: true,
      })
      if (!isSure) return
      try {
        const undone = await admin.perform(
          api.wizardRuns.rollBack,
          { params: { teamId, wizardRunId: id } },
          'rollBack',
          () => true,
        )
        const skipped = undone?.skippedCount ?? 0
        if (skipped > 0) toast.info(t('runs.rolledBackExcept', { count: skipped }))
        else toast.success(t('runs.rolledBack'))
      } catch {
        // Told by a toast.
      }
    },
  }
}
