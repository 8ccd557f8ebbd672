/** The screens of records, each in a chunk of its own. Routes and guards are in app/routes. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/data-collections/{dataCollectionId}/records; filter, sort and open record are search parameters */
export const CollectionRecords = lazyRouteComponent(
  () => import('./screens/CollectionRecords.tsx'),
  'CollectionRecords',
)
/** Layout of /team-{id}/data-records/{dataRecordId}/…: header with tabs, then `<Outlet />`. */
export const RecordPage = lazyRouteComponent(() => import('./screens/RecordPage.tsx'), 'RecordPage')
/** …/tab-{dataCardGroupId} */
export const RecordTab = lazyRouteComponent(() => import('./screens/RecordPage.tsx'), 'RecordTab')
/** …/all-fields, with `?tab=history` */
export const RecordAllFields = lazyRouteComponent(() => import('./screens/RecordPage.tsx'), 'RecordAllFields')
/** /team-{id}/data-records/{dataRecordId} leads to the first card group, or to all fields. */
export const RecordHome = lazyRouteComponent(() => import('./screens/RecordPage.tsx'), 'RecordHome')
