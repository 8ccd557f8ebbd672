/** The screens of users, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

export const Preferences = lazyRouteComponent(() => import('./screens/Preferences.tsx'), 'Preferences')
export const UserList = lazyRouteComponent(() => import('./screens/UserList.tsx'), 'UserList')
