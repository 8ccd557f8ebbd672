/** Actions on the selected users; which ones depends on the list. */
import { Button } from '@mantine/core'
import type { AssignableRole, TeamUser } from '@muster/contract/users/users.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { SelectionBar } from '../../../ui/SelectionBar.tsx'
import type { UserAct, UserActs } from '../use-user-acts.ts'

type PlainAct = Exclude<UserAct, 'addRole' | 'removeRole'>

const actsOf: Record<TeamUser['status'], readonly PlainAct[]> = {
  current: ['deactivate'],
  invited: ['resend', 'cancel'],
  deactivated: ['reactivate'],
}

export function UserBulkBar({
  status,
  users,
  roles,
  acts,
  onClear,
}: {
  status: TeamUser['status']
  users: readonly TeamUser[]
  roles: readonly AssignableRole[]
  acts: UserActs
  onClear(): void
}) {
  const { t } = useTranslation(['users'])
  const [isBusy, setBusy] = useState(false)
  if (users.length === 0) return null
  const run = async (act: UserAct, userRoleId?: number) => {
    setBusy(true)
    const isDone = await acts.changeMany(act, users, userRoleId)
    setBusy(false)
    // People whose roles were changed are still listed here, and something else may be done to them.
    if (isDone && userRoleId === undefined) onClear()
  }
  const choices = roles.filter(({ isAssignable }) => isAssignable)
  const roleMenu = (act: 'addRole' | 'removeRole', offered: readonly AssignableRole[]) =>
    offered.length > 0 && (
      <ActionMenu
        position="top-start"
        items={offered.map(({ id, roleName }) => ({ label: roleName, action: () => run(act, id) }))}
        trigger={
          <Button size="xs" variant="default" disabled={isBusy}>
            {t(`act.${act}`)}
          </Button>
        }
      />
    )
  return (
    <SelectionBar
      label={t('bulk.label')}
      text={t('bulk.selected', { count: users.length })}
      clearLabel={t('bulk.clear')}
      onClear={onClear}
    >
      {actsOf[status].map((act) => (
        <Button key={act} size="xs" variant="default" disabled={isBusy} onClick={() => void run(act)}>
          {t(`act.${act}`, { count: users.length })}
        </Button>
      ))}
      {status !== 'deactivated' && (
        <>
          {roleMenu(
            'addRole',
            choices.filter(({ isActive }) => isActive),
          )}
          {roleMenu(
            'removeRole',
            choices.filter(({ id }) => users.some(({ roles: own }) => own.some((role) => role.id === id))),
          )}
        </>
      )}
    </SelectionBar>
  )
}
