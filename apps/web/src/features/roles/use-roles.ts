/** Acts on roles that several screens offer: activate, delete. */
import type { UserRole } from '@muster/contract/roles/roles.api'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { refreshChanged } from '../../lib/stale.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toasts.ts'
import { useTeamId } from '../teams/public.ts'

export function useRoleActs() {
  const { t } = useTranslation('roles')
  const teamId = useTeamId()

  const setActive = async ({ id, version, roleName }: UserRole, isActive: boolean): Promise<void> => {
    try {
      await call(api.roles.update, { params: { teamId, userRoleId: id }, body: { version, isActive } })
      toast.success(t('toast.updated', { name: roleName }))
    } catch {
      toast.error(t('toast.updateFailed'))
    }
    await refreshChanged(queryClient, api.roles.update, { teamId })
  }

  /** @returns whether it was confirmed and deleted */
  const remove = async ({ id, roleName, userCount }: UserRole): Promise<boolean> => {
    const isSure = await confirm({
      title: t('delete.title', { name: roleName }),
      text: userCount > 0 ? t('delete.users', { count: userCount }) : t('delete.noUsers'),
      confirmLabel: t('delete.confirm'),
      isDestructive: true,
    })
    if (!isSure) return false
    try {
      await call(api.roles.remove, { params: { teamId, userRoleId: id } })
    } catch {
      toast.error(t('toast.deleteFailed'))
      return false
    }
    toast.success(t('toast.deleted', { name: roleName }))
    await refreshChanged(queryClient, api.roles.remove, { teamId })
    return true
  }

  return { setActive, remove }
}
