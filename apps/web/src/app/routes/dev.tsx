/** The developer test pages of spec section 2: plain pages, only in development builds. */
import { createRoute } from '@tanstack/react-router'
import { DevPage } from '../screens/DevPage.tsx'
import { rootRoute } from './root.tsx'

export const devPaths = [
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

export const devRoutes = () =>
  devPaths.map((path) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      staticData: { name: `root${path.replaceAll('/', '.')}`, access: 'public' },
      component: DevPage,
    }),
  )
