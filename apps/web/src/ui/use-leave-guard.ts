/** Asks before a screen with unsaved input is left or reloaded. */
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from './confirm.ts'

/**
 *   useLeaveGuard(() => isDirty)
 *
 * @param isUnsaved asked at the moment of leaving
 * @param isWithin whether an address is part of the same form
 * @param settle saves what can be saved, before it is asked whether anything is left
 */
export function useLeaveGuard(
  isUnsaved: () => boolean,
  isWithin: (path: string) => boolean = () => false,
  settle?: () => Promise<unknown>,
) {
  const { t } = useTranslation('common')
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      if (!isUnsaved() || isWithin(next.pathname as string)) return false
      await settle?.()
      if (!isUnsaved()) return false
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
