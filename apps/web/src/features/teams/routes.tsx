/** The screens of teams, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

export const ChooseTeam = lazyRouteComponent(() => import('./screens/ChooseTeam.tsx'), 'ChooseTeam')
export const TeamDashboard = lazyRouteComponent(() => import('./screens/TeamDashboard.tsx'), 'TeamDashboard')
