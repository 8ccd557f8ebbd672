/** The screens of records, see features/collections/routes.tsx for how to fill them. */
import { Outlet } from '@tanstack/react-router'
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'

/** /team-{id}/data-collections/{dataCollectionId}/records; filter, sort and open record are search parameters */
export const CollectionRecords = EmptyRoute
/** Layout of /team-{id}/data-records/{dataRecordId}/…: header with tabs, then `<Outlet />`. */
export const RecordPage = Outlet
/** /team-{id}/data-records/{dataRecordId} */
export const RecordHome = EmptyRoute
/** …/tab-{dataCardGroupId} */
export const RecordTab = EmptyRoute
/** …/all-fields */
export const RecordAllFields = EmptyRoute
/** /team-{id}/recent */
export const RecentlyChanged = EmptyRoute
