/** The screen of projects and tasks, in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

export const Projects = lazyRouteComponent(() => import('./screens/Projects.tsx'), 'Projects')
