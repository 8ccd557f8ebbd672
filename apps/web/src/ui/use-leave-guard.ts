/** Asks before a page is left whose changes are not saved. */
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from './confirm.ts'

export function useLeaveGuard(isDirty: boolean): void {
  const { t } = useTranslation('common')
  useBlocker({
    shouldBlockFn: async () => {
      if (!isDirty) return false
      return !(await confirm({
        title: t('unsaved.leaveTitle'),
        text: t('unsaved.leaveText'),
        confirmLabel: t('unsaved.leave'),
        cancelLabel: t('unsaved.stay'),
        isDestructive: true,
      }))
    },
    enableBeforeUnload: () => isDirty,
  })
}
