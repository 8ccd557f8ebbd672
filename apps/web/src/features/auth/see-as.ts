/** Seeing the team as a user or a role: the item in menus that starts it, and what ends it. */
import type { SeenAs } from '@muster/contract/auth/auth.api'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/errors.ts'
import type { MenuItem } from '../../ui/ActionMenu.tsx'
import { toast } from '../../ui/toasts.ts'

/** The page is loaded again, so that nothing shown with other permissions remains. */
const enter = (teamId: number): void => window.location.assign(`/team-${teamId}/dashboard`)

/** `const seeAsItem = useSeeAsItem()`, then `seeAsItem(teamId, { userRoleId })`: a menu item for team admins. */
export function useSeeAsItem(): (teamId: number, target: SeenAs) => MenuItem {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  return (teamId, target) => ({
    label: 'teamUserId' in target ? t('seeAs.user') : t('seeAs.role'),
    glyph: 'eye',
    action: () =>
      call(api.auth.seeAs, { params: { teamId }, body: target }).then(
        () => enter(teamId),
        (error: unknown) => void toast.error(errorText(error)),
      ),
  })
}

/** Ends it in this session. */
export function useStopSeeingAs(teamId: number): () => Promise<void> {
  const errorText = useErrorText()
  return () =>
    call(api.auth.stopSeeingAs).then(
      () => enter(teamId),
      (error: unknown) => void toast.error(errorText(error)),
    )
}
