/** Header and tabs over the pages of one role. */
import { Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { useSeeAsItem } from '../../auth/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { RoleContext } from '../role-context.ts'
import { useRoleName } from '../role-names.ts'
import { useRoleActs } from '../use-roles.ts'

export function RoleAdmin() {
  const { t } = useTranslation(['roles', 'common'])
  const teamId = useTeamId()
  const navigate = useNavigate()
  const roleName = useRoleName()
  const acts = useRoleActs()
  const seeAsItem = useSeeAsItem()
  const userRoleId = Number(useParams({ strict: false, select: (params) => params.userRoleId }))
  const { data: role, error, refetch } = useApi(api.roles.get, { params: { teamId, userRoleId } })
  if (!role && error) return <ErrorState error={error} title={t('list.notFound')} onRetry={refetch} />
  if (!role) return <PageSkeleton />
  const list = `/team-${teamId}/admin/user-roles`
  const base = `${list}/${role.id}`
  const remove = async () => {
    if (await acts.remove(role)) await navigate({ to: list })
  }
  const menuItems: MenuItem[] = [
    ...(role.isActive ? [seeAsItem(teamId, { userRoleId: role.id })] : []),
    ...(role.isMember ? [] : [{ label: t('common:delete'), glyph: 'trash' as const, action: remove }]),
  ]
  return (
    <RoleContext.Provider value={role}>
      <PageHeader
        title={roleName(role)}
        glyph="role"
        aside={
          role.isMember ? <Tag>{t('list.fixed')}</Tag> : !role.isActive && <Tag>{t('list.inactive')}</Tag>
        }
        menuItems={menuItems}
        tabs={[
          { label: t('tab.details'), url: `${base}/details` },
          { label: t('tab.data'), url: `${base}/data-permissions` },
        ]}
      />
      <Outlet />
    </RoleContext.Provider>
  )
}
