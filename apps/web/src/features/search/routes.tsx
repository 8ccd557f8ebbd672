/** The screen of recent changes, in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/recent */
export const RecentlyChanged = lazyRouteComponent(() => import('./RecentlyChanged.tsx'), 'RecentlyChanged')
