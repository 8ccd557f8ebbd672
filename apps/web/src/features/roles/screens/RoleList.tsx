/** /team-{id}/admin/user-roles: the fixed roles, then the team's own. */
import { Button } from '@mantine/core'
import type { UserRole } from '@muster/contract/roles/roles.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { useSeeAsItem } from '../../auth/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { NewRole } from '../components/NewRole.tsx'
import { useRoleName } from '../role-names.ts'
import { useRoleActs } from '../use-roles.ts'

/** A row; `role` is null for Team Admin, which is not stored. */
interface Row {
  id: number
  name: string
  description: string
  userCount: number
  role: UserRole | null
}

export function RoleList() {
  const { t } = useTranslation(['roles', 'common'])
  const format = useFormat()
  const teamId = useTeamId()
  const roleName = useRoleName()
  const acts = useRoleActs()
  const seeAsItem = useSeeAsItem()
  const { data, error, isPending, refetch } = useApi(api.roles.list, { params: { teamId } })
  const [isCreating, setCreating] = useState<{ copyOf: UserRole | null } | null>(null)
  const base = `/team-${teamId}/admin/user-roles`
  const rows = data && [
    {
      id: 0,
      name: t('list.teamAdmin'),
      description: t('list.teamAdminText'),
      userCount: data.teamAdminCount,
      role: null,
    },
    ...data.items.map(
      (role): Row => ({
        id: role.id,
        name: roleName(role),
        description: role.description || (role.isMember ? t('list.memberText') : ''),
        userCount: role.userCount,
        role,
      }),
    ),
  ]
  const menuOf = ({ role }: Row): MenuItem[] =>
    role === null
      ? []
      : [
          { label: t('common:edit'), glyph: 'edit', url: `${base}/${role.id}/details` },
          { label: t('tab.data'), glyph: 'lock', url: `${base}/${role.id}/data-permissions` },
          { label: t('list.copy'), glyph: 'plus', action: () => setCreating({ copyOf: role }) },
          ...(role.isActive ? [seeAsItem(teamId, { userRoleId: role.id })] : []),
          ...(role.isMember
            ? []
            : ([
                {
                  label: t(role.isActive ? 'list.deactivate' : 'list.activate'),
                  glyph: role.isActive ? 'eyeOff' : 'eye',
                  action: () => acts.setActive(role, !role.isActive),
                },
                {
                  label: t('common:delete'),
                  glyph: 'trash',
                  isSeparated: true,
                  action: () => acts.remove(role),
                },
              ] satisfies MenuItem[])),
        ]
  return (
    <>
      <PageHeader
        title={t('list.title')}
        glyph="role"
        action={
          <Button leftSection={<Glyph name="plus" />} onClick={() => setCreating({ copyOf: null })}>
            {t('list.create')}
          </Button>
        }
      />
      <PageBody isWide>
        <DataTable
          label={t('list.title')}
          rows={rows}
          rowKey={({ id }) => id}
          rowUrl={({ role }) => (role ? `${base}/${role.id}/details` : undefined)}
          rowMenu={menuOf}
          menuLabel={({ name }) => t('common:reorder.actionsFor', { name })}
          isLoading={isPending}
          error={error}
          errorTitle={t('list.error')}
          onRetry={refetch}
          columns={[
            { key: 'name', title: t('list.name'), render: ({ name }) => name },
            {
              key: 'description',
              title: t('list.description'),
              render: ({ description }) => description,
              isMinor: true,
            },
            {
              key: 'users',
              title: t('list.users'),
              align: 'right',
              width: 90,
              render: ({ userCount }) => format.number(userCount),
            },
            {
              key: 'status',
              title: t('list.status'),
              width: 110,
              render: ({ role }) =>
                role === null || role.isMember ? (
                  <Tag>{t('list.fixed')}</Tag>
                ) : (
                  <Tag color={role.isActive ? 'green' : 'gray'}>
                    {t(role.isActive ? 'list.active' : 'list.inactive')}
                  </Tag>
                ),
            },
            {
              key: 'created',
              title: t('common:created'),
              width: 130,
              render: ({ role }) =>
                role && (
                  <time dateTime={role.createdAt} title={format.fullDateTime(role.createdAt)}>
                    {format.date(role.createdAt)}
                  </time>
                ),
              isMinor: true,
            },
          ]}
        />
      </PageBody>
      {isCreating && <NewRole copyOf={isCreating.copyOf} onClose={() => setCreating(null)} />}
    </>
  )
}
