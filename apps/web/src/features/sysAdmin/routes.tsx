/** The screens of system administration, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

export const TeamList = lazyRouteComponent(() => import('./screens/TeamList.tsx'), 'TeamList')
export const Permissions = lazyRouteComponent(() => import('./screens/Permissions.tsx'), 'Permissions')
export const Settings = lazyRouteComponent(() => import('./screens/Settings.tsx'), 'Settings')
export const AllUsers = lazyRouteComponent(() => import('./screens/AllUsers.tsx'), 'AllUsers')
