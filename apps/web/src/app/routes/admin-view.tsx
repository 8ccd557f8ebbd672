/** Routes of one view's administration: its tabs. */
import { createRoute } from '@tanstack/react-router'
import * as views from '../../features/views/routes.tsx'
import { areaOf } from './area.ts'
import { teamRoute } from './shell.tsx'

/** Layout: the view's header, tabs and the draft they edit, then one of the pages below. */
const dataView = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-views/$dataViewId',
  staticData: { name: 'root.team.admin.dataView', access: 'team', section: 'admin' },
  component: views.ViewAdmin,
})

const tabs = areaOf(() => dataView, '', 'root.team.admin.dataView', {
  access: 'team',
  trail: ['team', 'admin', 'adminCollections'],
  section: 'admin',
  isTab: true,
})

export const adminViewRoute = dataView.addChildren([
  tabs.entry('/', 'index', '/team-{$teamId}/admin/data-views/$dataViewId/details'),
  tabs.page('details', 'details', views.ViewDetails, 'shell:title.dataView'),
  tabs.page('displayed-fields', 'displayedFields', views.DisplayedFields, 'shell:title.displayedFields'),
  tabs.page('filter-fields', 'filterFields', views.FilterFields, 'shell:title.filterFields'),
  tabs.page('calendar-date-info', 'calendarDateInfo', views.DateInfo, 'shell:title.calendarDateInfo'),
  tabs.page('preview', 'preview', views.ViewPreview, 'shell:title.preview'),
])
