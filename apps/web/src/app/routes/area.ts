/** Makes the routes of one area: the parent, path, name, access, menu and breadcrumb they share are given once. */
import { type AnyRoute, createRoute, type RouteComponent, redirect } from '@tanstack/react-router'
import type { RouteData, ShellKey } from '../../lib/route-data.ts'

/** What the routes of an area have in common; a route may override it. */
type Common = Omit<RouteData, 'name' | 'title'>

/**
 * @param at beginning of the paths of the area, put before each route's own
 * @param root beginning of the names of the area, before a dot and each route's own
 */
export function areaOf<TParent extends AnyRoute, const TAt extends string>(
  getParentRoute: () => TParent,
  at: TAt,
  root: string,
  common: Common,
) {
  const nameOf = (name: string) => (name === '' ? root : `${root}.${name}`)
  return {
    /** A screen: `admin.page('/users', 'users', users.UserList, 'shell:nav.users')`. */
    page<const TPath extends string>(
      path: TPath,
      name: string,
      component: RouteComponent,
      title: ShellKey,
      data: Partial<Common> = {},
    ) {
      return createRoute({
        getParentRoute,
        path: `${at}${path}` as `${TAt}${TPath}`,
        staticData: { ...common, ...data, name: nameOf(name), title },
        component,
      })
    },
    /** An address without a screen of its own, which leads to the full address `to` with the same parameters. */
    entry<const TPath extends string>(path: TPath, name: string, to: string) {
      return createRoute({
        getParentRoute,
        path: `${at}${path}` as `${TAt}${TPath}`,
        staticData: { ...common, name: nameOf(name) },
        beforeLoad: ({ params }) => {
          // The type of all addresses contains this route's own, so `to` is a string here; a test looks each one up.
          throw redirect({ to, params } as object)
        },
      })
    },
  }
}
