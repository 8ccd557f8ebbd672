/** The screens of collections and custom lists, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/data-collections */
export const CollectionList = lazyRouteComponent(
  () => import('./screens/CollectionList.tsx'),
  'CollectionList',
)
/** /team-{id}/admin/data-collections */
export const AdminCollectionList = lazyRouteComponent(
  () => import('./screens/AdminCollectionList.tsx'),
  'AdminCollectionList',
)
/** /team-{id}/admin/new-data-collection */
export const NewCollection = lazyRouteComponent(() => import('./screens/NewCollection.tsx'), 'NewCollection')
/** Layout of /team-{id}/admin/data-collections/{dataCollectionId}/…: header with tabs, then `<Outlet />`. */
export const CollectionAdmin = lazyRouteComponent(
  () => import('./screens/CollectionAdmin.tsx'),
  'CollectionAdmin',
)
/** …/details, under CollectionAdmin */
export const CollectionDetails = lazyRouteComponent(
  () => import('./screens/CollectionDetails.tsx'),
  'CollectionDetails',
)
