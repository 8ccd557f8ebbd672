/** /team-{id}/admin/users: the team's users by state: current, invited, deactivated. */
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { fullName } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { useTeamId } from '../../teams/public.ts'

const states = ['current', 'invited', 'deactivated'] as const

export function UserList() {
  const { t } = useTranslation(['users'])
  const format = useFormat()
  const [shown, setShown] = useState<(typeof states)[number]>('current')
  const { data, error, isPending, refetch } = useApi(api.users.list, { params: { teamId: useTeamId() } })
  const rows = data?.items.filter((user) => user.status === shown)
  return (
    <>
      <PageHeader title={t('list.title')} glyph="users" />
      <PageBody isWide>
        <SegmentedControl
          size="xs"
          mb="md"
          aria-label={t('list.status')}
          value={shown}
          onChange={(next) => setShown(next as typeof shown)}
          data={states.map((one) => ({ value: one, label: t(`list.${one}`) }))}
        />
        <DataTable
          label={t('list.title')}
          rows={rows}
          rowKey={(user) => user.id}
          initialSort={{ key: 'name' }}
          isLoading={isPending}
          error={error}
          onRetry={refetch}
          empty={<EmptyState glyph="users" title={t('list.none')} />}
          columns={[
            { key: 'name', title: t('list.name'), render: fullName, sortBy: fullName },
            {
              key: 'email',
              title: t('list.email'),
              render: (user) => user.email,
              sortBy: (user) => user.email,
            },
            {
              key: 'accountType',
              title: t('list.accountType'),
              render: (user) => t(`list.${user.accountType}`),
              sortBy: (user) => user.accountType,
              isMinor: true,
            },
            {
              key: 'roles',
              title: t('list.roles'),
              render: (user) => format.list(user.roles.map((role) => role.roleName)),
              isMinor: true,
            },
            {
              key: 'lastActivity',
              title: t('list.lastActivity'),
              render: (user) =>
                user.lastActivity && (
                  <time dateTime={user.lastActivity} title={format.fullDateTime(user.lastActivity)}>
                    {format.relative(user.lastActivity)}
                  </time>
                ),
              sortBy: (user) => user.lastActivity,
              isMinor: true,
            },
          ]}
        />
      </PageBody>
    </>
  )
}
