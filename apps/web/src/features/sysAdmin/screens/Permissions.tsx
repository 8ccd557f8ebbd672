/** /sys-admin/permissions: the roles that are the same everywhere, and what their users may do. */
import { featurePermissions } from '@muster/contract/roles/permissions'
import type { SystemRole } from '@muster/contract/sysAdmin/sysAdmin.api'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import shared from '../../../ui/shared.module.css'

export function Permissions() {
  const { t } = useTranslation(['sysAdmin', 'roles'])
  const format = useFormat()
  const { data, error, isPending, refetch } = useApi(api.sysAdmin.permissions, {})
  const permissionsOf: Record<SystemRole, readonly string[]> = {
    sysAdmin: [t('permissions.manageTeams'), t('permissions.manageUsers'), t('permissions.manageSettings')],
    teamAdmin: featurePermissions.map((permission) => t(`roles:feature.${permission}`)),
    member: [t('permissions.byRoles')],
    noTeam: [t('permissions.ownAccount')],
  }
  return (
    <>
      <PageHeader title={t('permissions.title')} glyph="shield" />
      <PageBody isWide>
        <p className={shared.note}>{t('permissions.help')}</p>
        <DataTable
          label={t('permissions.title')}
          rows={data?.items}
          rowKey={({ role }) => role}
          isLoading={isPending}
          error={error}
          onRetry={refetch}
          columns={[
            {
              key: 'role',
              title: t('permissions.role'),
              width: 180,
              render: ({ role }) => t(`permissions.roles.${role}`),
            },
            {
              key: 'description',
              title: t('permissions.description'),
              render: ({ role }) => t(`permissions.descriptions.${role}`),
              width: 300,
              isMinor: true,
            },
            {
              key: 'permissions',
              title: t('permissions.permissions'),
              render: ({ role }) => permissionsOf[role].join(' · '),
            },
            {
              key: 'userCount',
              title: t('permissions.userCount'),
              align: 'right',
              width: 110,
              render: ({ userCount }) => format.number(userCount),
              isMinor: true,
            },
          ]}
        />
      </PageBody>
    </>
  )
}
