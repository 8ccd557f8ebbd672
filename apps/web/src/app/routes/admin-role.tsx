/** Routes of one user role: its tabs. */
import { createRoute } from '@tanstack/react-router'
import * as roles from '../../features/roles/routes.tsx'
import { areaOf } from './area.ts'
import { teamRoute } from './shell.tsx'

const common = {
  access: 'teamAdmin',
  trail: ['team', 'admin', 'adminRoles'],
  section: 'admin',
} as const

/** Layout: the role's header and tabs, then one of the pages below. */
const userRole = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/user-roles/$userRoleId',
  staticData: { ...common, name: 'root.team.admin.userRole' },
  component: roles.RoleAdmin,
})

const tabs = areaOf(() => userRole, '', 'root.team.admin.userRole', { ...common, isTab: true })

export const adminRoleRoute = userRole.addChildren([
  tabs.entry('/', 'index', '/team-{$teamId}/admin/user-roles/$userRoleId/details'),
  tabs.page('details', 'details', roles.RoleDetails, 'shell:title.details'),
  tabs.page('data-permissions', 'dataPermissions', roles.DataPermissions, 'shell:title.dataPermissions'),
])
