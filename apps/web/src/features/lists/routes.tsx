/** The screens of custom lists, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/custom-lists */
export const CustomLists = lazyRouteComponent(() => import('./screens/CustomLists.tsx'), 'CustomLists')
/** /team-{id}/admin/custom-lists */
export const AdminCustomLists = lazyRouteComponent(
  () => import('./screens/CustomLists.tsx'),
  'AdminCustomLists',
)
/** /team-{id}/custom-lists/{dataCollectionId}/list-items */
export const CustomListItems = lazyRouteComponent(
  () => import('./screens/CustomListItems.tsx'),
  'CustomListItems',
)
