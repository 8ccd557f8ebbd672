/** /sys-admin/users: every user of every team. */
import { Button } from '@mantine/core'
import type { SystemUser } from '@muster/contract/sysAdmin/sysAdmin.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { ListTools } from '../../../ui/ListTools.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { useSignedIn } from '../../auth/public.ts'
import { SystemUserDrawer } from '../components/SystemUserDrawer.tsx'
import { SystemWarnings } from '../components/SystemWarnings.tsx'
import { useListState, useUserPages } from '../data/use-pages.ts'
import { useSystemUserActs } from '../data/use-system-user-acts.ts'

const statusColors = { active: 'green', unverified: 'yellow', locked: 'red' } as const

export function AllUsers() {
  const { t } = useTranslation(['sysAdmin', 'common'])
  const format = useFormat()
  const list = useListState()
  const pages = useUserPages(list)
  const acts = useSystemUserActs()
  const ownId = useSignedIn().userId
  const [open, setOpen] = useState<{ user: SystemUser | null } | null>(null)
  const menuOf = (user: SystemUser): MenuItem[] => [
    { label: t('users.edit'), glyph: 'edit', action: () => setOpen({ user }) },
    { label: t('users.sendPasswordMail'), glyph: 'send', action: () => acts.sendPasswordMail(user) },
    ...(user.hasSecondFactor
      ? [
          {
            label: t('users.removeSecondFactor'),
            glyph: 'lock' as const,
            action: () => acts.removeSecondFactor(user),
          },
        ]
      : []),
    { label: t('users.exportData'), glyph: 'download', action: () => acts.exportData(user) },
    ...(user.userId === ownId
      ? []
      : ([
          { label: t('users.endSessions'), glyph: 'signOut', action: () => acts.endSessions(user) },
          user.status === 'locked'
            ? {
                label: t('users.unlock'),
                glyph: 'undo',
                isSeparated: true,
                action: () => acts.unlock(user),
              }
            : { label: t('users.lock'), glyph: 'lock', isSeparated: true, action: () => acts.lock(user) },
          { label: t('users.erase'), glyph: 'trash', action: () => acts.erase(user) },
        ] satisfies MenuItem[])),
  ]
  return (
    <>
      <PageHeader
        title={t('users.title')}
        glyph="users"
        action={
          <Button leftSection={<Glyph name="plus" />} onClick={() => setOpen({ user: null })}>
            {t('users.create')}
          </Button>
        }
      />
      <PageBody isWide>
        <SystemWarnings />
        <ListTools label={t('users.search')} search={list.search} onSearch={list.setSearch} />
        <DataTable
          label={t('users.title')}
          {...pages}
          rowKey={(user) => user.userId}
          rowMenu={menuOf}
          menuLabel={({ name }) => t('common:reorder.actionsFor', { name })}
          sort={list.sort}
          onSort={list.setSort}
          empty={<EmptyState title={t('users.noneFound')} />}
          columns={[
            { key: 'name', title: t('users.name'), render: (user) => user.name, isSortable: true },
            {
              key: 'email',
              title: t('users.email'),
              render: (user) => user.email,
              isSortable: true,
            },
            {
              key: 'role',
              title: t('users.role'),
              render: (user) => (user.isSysAdmin ? t('users.sysAdmin') : t('users.user')),
              isMinor: true,
            },
            {
              key: 'teams',
              title: t('users.teams'),
              render: ({ teams, teamCount }) => {
                const names = format.list(teams.map((team) => team.name))
                const more = teamCount - teams.length
                return more > 0 ? `${names} ${t('users.moreTeams', { count: more })}` : names
              },
              isMinor: true,
            },
            {
              key: 'lastLogin',
              title: t('users.lastLogin'),
              render: (user) =>
                user.lastLogin && (
                  <time dateTime={user.lastLogin} title={format.fullDateTime(user.lastLogin)}>
                    {format.relative(user.lastLogin)}
                  </time>
                ),
              isSortable: true,
              isMinor: true,
            },
            {
              key: 'status',
              title: t('users.status'),
              render: (user) => <Tag color={statusColors[user.status]}>{t(`users.${user.status}`)}</Tag>,
              isMinor: true,
            },
          ]}
        />
      </PageBody>
      {open && <SystemUserDrawer user={open.user} onClose={() => setOpen(null)} />}
    </>
  )
}
