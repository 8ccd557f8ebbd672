/**
 * The screens of collections and custom lists. Each export is a route's component: replace `EmptyRoute` by
 * `lazyRouteComponent(() => import('./screens/X.tsx'), 'X')`. Routes and guards stand in app/routes.
 */
import { Outlet } from '@tanstack/react-router'
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'

/** /team-{id}/data-collections */
export const CollectionList = EmptyRoute
/** /team-{id}/custom-lists */
export const CustomLists = EmptyRoute
/** /team-{id}/custom-lists/{dataCollectionId}/list-items */
export const CustomListItems = EmptyRoute
/** /team-{id}/admin/data-collections */
export const AdminCollectionList = EmptyRoute
/** /team-{id}/admin/custom-lists */
export const AdminCustomLists = EmptyRoute
/** /team-{id}/admin/new-data-collection */
export const NewCollection = EmptyRoute
/** Layout of /team-{id}/admin/data-collections/{dataCollectionId}/…: header with tabs, then `<Outlet />`. */
export const CollectionAdmin = Outlet
/** …/details, under CollectionAdmin */
export const CollectionDetails = EmptyRoute
