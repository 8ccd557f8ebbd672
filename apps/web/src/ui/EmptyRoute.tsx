/** `EmptyPage` as a route's component, in a chunk of its own: routes are loaded before sign-in, it is not. */
import { lazyRouteComponent } from '@tanstack/react-router'

export const EmptyRoute = lazyRouteComponent(() => import('./EmptyPage.tsx'), 'EmptyPage')
