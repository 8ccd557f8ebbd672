/**
 * The router.
 *
 * Routes are listed in app/routes/, one file per area: `areaOf` holds what the area's routes share (parent, guard,
 * breadcrumb, menu), and each route is a line with its path, name, screen and title. Screens come from `features/<name>/routes.tsx`, which exports one component per route,
 * made by `lazyRouteComponent(() => import('./screens/X.tsx'), 'X')`, so every screen is a chunk of its own. To add
 * a screen: export it there, add its route here, put title and (for an empty page) one sentence in shell.json.
 *
 * Layout routes (`CollectionAdmin`, `RecordPage`) draw header and tabs and render `<Outlet />`.
 * Screens read ids with `useTeamId()` and `useParams({ strict: false })`; filters and open things are search
 * parameters, read with `useSearch({ strict: false })` and written with `navigate({ search })`.
 */
import { createRouter } from '@tanstack/react-router'
import { RouterNavigation } from '../ui/RouterNavigation.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { adminRoutes } from './routes/admin.tsx'
import { devRoutes } from './routes/dev.tsx'
import { messageRoutes } from './routes/messages.tsx'
import { publicRoutes } from './routes/public.tsx'
import { rootRoute } from './routes/root.tsx'
import { shellRoute, shellRoutes, teamRoute } from './routes/shell.tsx'
import { sysAdminRoutes } from './routes/sys-admin.tsx'
import { teamRoutes } from './routes/team.tsx'
import { Crash } from './screens/Crash.tsx'
import { NotFound } from './screens/NotFound.tsx'

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  // No link points to them, so their types stay out of the tree; dropped from production builds.
  ...(import.meta.env.DEV ? (devRoutes() as unknown as []) : []),
  shellRoute.addChildren([
    ...shellRoutes,
    ...sysAdminRoutes,
    teamRoute.addChildren([...teamRoutes, ...adminRoutes, ...messageRoutes]),
  ]),
])

export function makeRouter(options: { history?: Parameters<typeof createRouter>[0]['history'] } = {}) {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultErrorComponent: Crash,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    InnerWrap: RouterNavigation,
    ...options,
  })
}

export type AppRouter = ReturnType<typeof makeRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
