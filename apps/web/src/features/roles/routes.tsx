/** The screens of user roles, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/admin/user-roles */
export const RoleList = lazyRouteComponent(() => import('./screens/RoleList.tsx'), 'RoleList')
/** Layout of /team-{id}/admin/user-roles/{userRoleId}/…: header with tabs, then `<Outlet />`. */
export const RoleAdmin = lazyRouteComponent(() => import('./screens/RoleAdmin.tsx'), 'RoleAdmin')
/** …/details, under RoleAdmin */
export const RoleDetails = lazyRouteComponent(() => import('./screens/RoleDetails.tsx'), 'RoleDetails')
/** …/data-permissions, under RoleAdmin */
export const DataPermissions = lazyRouteComponent(
  () => import('./screens/DataPermissions.tsx'),
  'DataPermissions',
)
