/** What system administrators do to teams: each act with its question, its success and its error. */
import type { SystemTeam } from '@muster/contract/sysAdmin/sysAdmin.api'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toasts.ts'
import { reloadSession } from '../../auth/public.ts'

export function useTeamActs() {
  const { t } = useTranslation('sysAdmin')
  const errorText = useErrorText()
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      toast.success(done)
    } catch (error) {
      toast.error(errorText(error))
    }
    await refreshChanged(queryClient, api.sysAdmin.removeTeam)
    // It may be a team of this user.
    await reloadSession()
  }
  const paramsOf = ({ teamId }: SystemTeam) => ({ params: { teamId } })

  async function suspend(team: SystemTeam): Promise<void> {
    const { name } = team
    const isSure = await confirm({
      title: t('teams.suspendTitle', { name }),
      text: t('teams.suspendText'),
      confirmLabel: t('teams.suspend'),
      isDestructive: true,
    })
    if (!isSure) return
    await attempt(() => call(api.sysAdmin.suspendTeam, paramsOf(team)), t('teams.suspended', { name }))
  }

  async function remove(team: SystemTeam): Promise<void> {
    const { name } = team
    const isSure = await confirm({
      title: t('teams.deleteTitle', { name }),
      text: t('teams.deleteText'),
      confirmLabel: t('teams.delete'),
      typeToConfirm: name,
      isDestructive: true,
    })
    if (!isSure) return
    const send = () => call(api.sysAdmin.removeTeam, { ...paramsOf(team), body: { name } })
    await attempt(send, t('teams.deleted', { name }))
  }

  return {
    suspend,
    remove,
    resume: (team: SystemTeam) =>
      attempt(() => call(api.sysAdmin.resumeTeam, paramsOf(team)), t('teams.resumed', { name: team.name })),
    restore: (team: SystemTeam) =>
      attempt(() => call(api.sysAdmin.restoreTeam, paramsOf(team)), t('teams.restored', { name: team.name })),
  }
}
