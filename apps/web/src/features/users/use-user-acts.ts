/** What administrators do to users: each act with its question, its success and its error. */
import type { Body } from '@muster/contract/endpoint'
import { maxUsersAtOnce, type TeamUser } from '@muster/contract/users/users.api'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/errors.ts'
import { fullName } from '../../lib/format.ts'
import { refreshChanged } from '../../lib/stale.ts'
import { useFormat } from '../../lib/use-format.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toasts.ts'

export type UserAct = Body<typeof api.users.changeMany>['act']
export type FailedAct = 'invite' | 'update' | 'role' | Exclude<UserAct, 'addRole' | 'removeRole'>

/** Codes whose text says no more than that something went wrong. */
const vague: readonly string[] = ['internal', 'unexpected', 'validation_failed']
/** How many persons a question names. */
const maxNames = 5

/** `const failed = useFailed()`, then `failed('deactivate', error)`. */
export function useFailed(): (act: FailedAct, error: unknown) => void {
  const { t } = useTranslation(['users'])
  const errorText = useErrorText()
  return (act, error) => {
    const text = t(`error.${act}`)
    const isVague = !(error instanceof ApiError) || vague.includes(error.code)
    toast.error(isVague ? text : `${text} ${errorText(error)}`)
  }
}

export function useUserActs(teamId: number) {
  const { t } = useTranslation(['users', 'errors'])
  const format = useFormat()
  const failed = useFailed()
  const queryClient = useQueryClient()
  const refresh = () => refreshChanged(queryClient, api.users.changeMany, { teamId })

  const attempt = async (act: FailedAct, work: () => Promise<unknown>, text: string) => {
    try {
      await work()
      toast.success(text)
    } catch (error) {
      failed(act, error)
    }
    await refresh()
  }
  const paramsOf = ({ id }: TeamUser) => ({ params: { teamId, teamUserId: id } })

  async function deactivate(user: TeamUser): Promise<void> {
    const name = fullName(user)
    const isSure = await confirm({
      title: t('confirm.deactivate', { name }),
      text: t('confirm.deactivateText', { name }),
      confirmLabel: t('act.deactivate'),
      isDestructive: true,
    })
    if (!isSure) return
    await attempt(
      'deactivate',
      () => call(api.users.deactivate, paramsOf(user)),
      t('done.deactivate', { name }),
    )
  }

  async function reactivate(user: TeamUser): Promise<void> {
    const name = fullName(user)
    const isSure = await confirm({
      title: t('confirm.reactivate', { name }),
      text: t('confirm.reactivateText', { name }),
      confirmLabel: t('act.reactivate'),
    })
    if (!isSure) return
    await attempt(
      'reactivate',
      () => call(api.users.reactivate, paramsOf(user)),
      t('done.reactivate', { name }),
    )
  }

  async function resend(user: TeamUser): Promise<void> {
    const text = t('done.resend', { email: user.email })
    await attempt('resend', () => call(api.users.resendInvitation, paramsOf(user)), text)
  }

  async function cancel(user: TeamUser): Promise<void> {
    const name = fullName(user)
    const isSure = await confirm({
      title: t('confirm.cancel', { name }),
      text: t('confirm.cancelText', { email: user.email }),
      confirmLabel: t('act.cancel', { count: 1 }),
      cancelLabel: t('confirm.keep', { count: 1 }),
      isDestructive: true,
    })
    if (!isSure) return
    await attempt(
      'cancel',
      () => call(api.users.cancelInvitation, paramsOf(user)),
      t('done.cancel', { name }),
    )
  }

  /** The first names, and how many others there are. */
  function namesOf(users: readonly TeamUser[]): string {
    const names = users.slice(0, maxNames).map(fullName)
    const count = users.length - names.length
    return format.list(count > 0 ? [...names, t('confirm.others', { count })] : names)
  }

  async function isSureOf(act: UserAct, users: readonly TeamUser[]): Promise<boolean> {
    if (act !== 'deactivate' && act !== 'reactivate' && act !== 'cancel') return true
    return confirm({
      title: t(`confirm.${act}Many`, { count: users.length }),
      text: t(`confirm.${act}ManyText`, { names: namesOf(users) }),
      confirmLabel: t(`act.${act}`, { count: users.length }),
      ...(act === 'cancel' && { cancelLabel: t('confirm.keep', { count: users.length }) }),
      isDestructive: act !== 'reactivate',
    })
  }

  /** @returns whether it was carried out, at least for some */
  async function changeMany(act: UserAct, users: readonly TeamUser[], userRoleId?: number): Promise<boolean> {
    if (!(await isSureOf(act, users))) return false
    const ids = users.map(({ id }) => id)
    const refused = new Map<string, number>()
    let count = 0
    try {
      for (let at = 0; at < ids.length; at += maxUsersAtOnce) {
        const teamUserIds = ids.slice(at, at + maxUsersAtOnce)
        const body = (
          userRoleId === undefined ? { act, teamUserIds } : { act, teamUserIds, userRoleId }
        ) as Body<typeof api.users.changeMany>
        const answer = await call(api.users.changeMany, { params: { teamId }, body })
        count += answer.done.length
        for (const { code } of answer.refused) refused.set(code, (refused.get(code) ?? 0) + 1)
      }
    } catch (error) {
      failed(act === 'addRole' || act === 'removeRole' ? 'role' : act, error)
    }
    if (count > 0) toast.success(t(`done.${act}Many`, { count }))
    for (const [code, number] of refused) {
      const reason = t(`errors:${code}` as 'errors:not_found')
      toast.error(t('error.refused', { count: number, reason }))
    }
    await refresh()
    return count > 0
  }

  return { deactivate, reactivate, resend, cancel, changeMany }
}

export type UserActs = ReturnType<typeof useUserActs>
