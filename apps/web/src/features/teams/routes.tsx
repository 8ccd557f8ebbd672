/** The screens of teams, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

export const ChooseTeam = lazyRouteComponent(() => import('./screens/ChooseTeam.tsx'), 'ChooseTeam')
export const TeamDashboard = lazyRouteComponent(() => import('./screens/TeamDashboard.tsx'), 'TeamDashboard')
export const AdminDashboard = lazyRouteComponent(
  () => import('./screens/AdminDashboard.tsx'),
  'AdminDashboard',
)
export const Account = lazyRouteComponent(() => import('./screens/Account.tsx'), 'Account')
export const CreateData = lazyRouteComponent(() => import('./screens/CreateData.tsx'), 'CreateData')
