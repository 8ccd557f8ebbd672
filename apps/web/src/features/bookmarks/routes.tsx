/** The screens of bookmarks. Routes and guards are in app/routes. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/bookmarked */
export const Bookmarked = lazyRouteComponent(() => import('./screens/Bookmarked.tsx'), 'Bookmarked')
