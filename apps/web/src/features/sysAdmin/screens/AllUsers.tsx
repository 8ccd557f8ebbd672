/** /sys-admin/users: every user of every team. */
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { SystemWarnings } from '../components/SystemWarnings.tsx'

export function AllUsers() {
  const { t } = useTranslation(['sysAdmin'])
  const format = useFormat()
  const { data, error, isPending, refetch } = useApi(api.sysAdmin.users, {})
  return (
    <>
      <PageHeader title={t('users.title')} glyph="users" />
      <PageBody isWide>
        <SystemWarnings />
        <DataTable
          label={t('users.title')}
          rows={data?.items}
          rowKey={(user) => user.userId}
          initialSort={{ key: 'name' }}
          isLoading={isPending}
          error={error}
          onRetry={refetch}
          columns={[
            { key: 'name', title: t('users.name'), render: (user) => user.name, sortBy: (user) => user.name },
            {
              key: 'email',
              title: t('users.email'),
              render: (user) => user.email,
              sortBy: (user) => user.email,
            },
            {
              key: 'role',
              title: t('users.role'),
              render: (user) => (user.isSysAdmin ? t('users.sysAdmin') : t('users.user')),
              sortBy: (user) => (user.isSysAdmin ? 0 : 1),
              isMinor: true,
            },
            {
              key: 'teams',
              title: t('users.teams'),
              render: (user) => format.list(user.teams.map((team) => team.name)),
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
              sortBy: (user) => user.lastLogin,
              isMinor: true,
            },
            {
              key: 'status',
              title: t('users.status'),
              render: (user) => (
                <Tag color={user.status === 'active' ? 'green' : 'yellow'}>{t(`users.${user.status}`)}</Tag>
              ),
              sortBy: (user) => user.status,
            },
          ]}
        />
      </PageBody>
    </>
  )
}
