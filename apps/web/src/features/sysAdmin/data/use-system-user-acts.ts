/** What system administrators do to users: each act with its question, its success and its error. */
import type { SystemUser } from '@muster/contract/sysAdmin/sysAdmin.api'
import { useTranslation } from 'react-i18next'
import { api, call, urlOf } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toasts.ts'

export function useSystemUserActs() {
  const { t } = useTranslation('sysAdmin')
  const errorText = useErrorText()
  const attempt = async <Answer>(work: () => Promise<Answer>, done: (answer: Answer) => string) => {
    try {
      toast.success(done(await work()))
    } catch (error) {
      toast.error(errorText(error))
    }
    await Promise.all([
      refreshChanged(queryClient, api.sysAdmin.lockUser),
      refreshChanged(queryClient, api.sysAdmin.endSessions),
    ])
  }
  const paramsOf = ({ userId }: SystemUser) => ({ params: { userId } })

  async function lock(user: SystemUser): Promise<void> {
    const { name } = user
    const isSure = await confirm({
      title: t('users.lockTitle', { name }),
      text: t('users.lockText'),
      confirmLabel: t('users.lock'),
      isDestructive: true,
    })
    if (!isSure) return
    await attempt(
      () => call(api.sysAdmin.lockUser, paramsOf(user)),
      () => t('users.lockedDone', { name }),
    )
  }

  async function erase(user: SystemUser): Promise<void> {
    const { name, email } = user
    const isSure = await confirm({
      title: t('users.eraseTitle', { name }),
      text: t('users.eraseText'),
      confirmLabel: t('users.eraseConfirm'),
      typeToConfirm: email,
      isDestructive: true,
    })
    if (!isSure) return
    await attempt(
      () => call(api.sysAdmin.eraseUser, { ...paramsOf(user), body: { email } }),
      () => t('users.erased'),
    )
  }

  async function endSessions(user: SystemUser): Promise<void> {
    const { name } = user
    const isSure = await confirm({
      title: t('users.endSessionsTitle', { name }),
      text: t('users.endSessionsText'),
      confirmLabel: t('users.endSessions'),
      isDestructive: true,
    })
    if (isSure) await endSession(user, null)
  }

  const endSession = (user: SystemUser, sessionId: string | null) =>
    attempt(
      () => call(api.sysAdmin.endSessions, { ...paramsOf(user), body: { sessionId } }),
      ({ count }) => t('users.endedSessions', { count }),
    )

  async function removeSecondFactor(user: SystemUser): Promise<void> {
    const { name } = user
    const isSure = await confirm({
      title: t('users.removeSecondFactorTitle', { name }),
      text: t('users.removeSecondFactorText'),
      confirmLabel: t('users.removeSecondFactor'),
      isDestructive: true,
    })
    if (!isSure) return
    await attempt(
      () => call(api.sysAdmin.removeSecondFactor, paramsOf(user)),
      () => t('users.secondFactorRemoved', { name }),
    )
  }

  return {
    exportData: (user: SystemUser) => window.location.assign(urlOf(api.sysAdmin.exportUser, paramsOf(user))),
    lock,
    removeSecondFactor,
    erase,
    endSession,
    endSessions,
    unlock: (user: SystemUser) =>
      attempt(
        () => call(api.sysAdmin.unlockUser, paramsOf(user)),
        () => t('users.unlocked', { name: user.name }),
      ),
    sendPasswordMail: (user: SystemUser) =>
      attempt(
        () => call(api.sysAdmin.sendPasswordMail, paramsOf(user)),
        () => t('users.passwordMailSent', { email: user.email }),
      ),
  }
}
