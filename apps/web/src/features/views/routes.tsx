/** The screens of views, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/admin/data-collections/{dataCollectionId}/data-views */
export const DataViews = lazyRouteComponent(() => import('./admin/DataViews.tsx'), 'DataViews')
/** …/website-widgets */
export const WebsiteWidgets = lazyRouteComponent(
  () => import('./admin/widgets/WebsiteWidgets.tsx'),
  'WebsiteWidgets',
)
/** Layout of /team-{id}/admin/data-views/{dataViewId}/…: header with tabs, then `<Outlet />`. */
export const ViewAdmin = lazyRouteComponent(() => import('./admin/ViewAdmin.tsx'), 'ViewAdmin')
/** …/details, under ViewAdmin as the others */
export const ViewDetails = lazyRouteComponent(() => import('./admin/ViewDetails.tsx'), 'ViewDetails')
/** …/displayed-fields */
export const DisplayedFields = lazyRouteComponent(
  () => import('./admin/DisplayedFields.tsx'),
  'DisplayedFields',
)
/** …/filter-fields */
export const FilterFields = lazyRouteComponent(() => import('./admin/FilterFields.tsx'), 'FilterFields')
/** …/calendar-date-info */
export const DateInfo = lazyRouteComponent(() => import('./admin/DateInfo.tsx'), 'DateInfo')
/** …/preview */
export const ViewPreview = lazyRouteComponent(() => import('./admin/ViewPreview.tsx'), 'ViewPreview')
