/** The screen of backups, in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

export const Backups = lazyRouteComponent(() => import('./screens/Backups.tsx'), 'Backups')
