/** Asks before a screen with unsaved input is left or reloaded. */
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from './confirm.ts'

/**
 *   useLeaveGuard(() => isDirty)
 *
 * @param isUnsaved asked at the moment of leaving
 * @param isWithin whether an address is part of the same form
 */
export function useLeaveGuard(isUnsaved: () => boolean, isWithin: (path: string) => boolean = () => false) {
  const { t } = useTranslation('common')
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      if (!isUnsaved() || isWithin(next.pathname as string)) return false
      return !(await confirm({
        title: t('unsaved.leaveTitle'),
        text: t('unsaved.leaveText'),
        confirmLabel: t('unsaved.leave'),
        cancelLabel: t('unsaved.stay'),
        isDestructive: true,
      }))
    },
    enableBeforeUnload: isUnsaved,
  })
}
