/** Asks before a screen with unsaved input is left or reloaded. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useHistory } from '../lib/navigation.ts'
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
  isWithin: (path: string, search: string) => boolean = () => false,
  settle?: () => Promise<unknown>,
) {
  const { t } = useTranslation('common')
  const history = useHistory()
  const mayLeave = async (path: string, search: string): Promise<boolean> => {
    if (!isUnsaved() || isWithin(path, search)) return true
    await settle?.()
    if (!isUnsaved()) return true
    return confirm({
      title: t('unsaved.leaveTitle'),
      text: t('unsaved.leaveText'),
      confirmLabel: t('unsaved.leave'),
      cancelLabel: t('unsaved.stay'),
      isDestructive: true,
    })
  }
  const latest = useRef({ isUnsaved, mayLeave })
  latest.current = { isUnsaved, mayLeave }
  useEffect(
    () =>
      history.block({
        blockerFn: async ({ nextLocation }) =>
          !(await latest.current.mayLeave(nextLocation.pathname, nextLocation.search)),
        enableBeforeUnload: () => latest.current.isUnsaved(),
      }),
    [history],
  )
}
