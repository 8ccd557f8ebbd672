/** The developer test pages of spec section 2: plain pages, only in development builds. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

const devPaths = [
  '/testWs',
  '/temp',
  '/test',
  '/test/editor',
  '/test/single-data-record',
  '/test/multi-data-record',
  '/test/drawer',
  '/test/button',
  '/test/dialog',
  '/test/stats-card',
  '/test/table-skeleton',
  '/test/skeleton',
  '/test/multiselect',
  '/test/select',
  '/test/selectbutton',
] as const

/** Lazy, so that a production build leaves out what it draws with, too. */
const DevPage = lazyRouteComponent(() => import('../screens/DevPage.tsx'), 'DevPage')

export const devRoutes = () =>
  devPaths.map((path) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      staticData: { name: `root${path.replaceAll('/', '.')}`, access: 'public' },
      component: DevPage,
    }),
  )
