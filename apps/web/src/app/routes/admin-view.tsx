/** Routes of one view's administration. */
import { createRoute, redirect } from '@tanstack/react-router'
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'
import { teamRoute } from './shell.tsx'

const dataView = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-views/$dataViewId',
  staticData: { name: 'root.team.admin.dataView', access: 'team', section: 'admin' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/team-{$teamId}/admin/data-views/$dataViewId/details', params })
  },
})

const viewDetails = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-views/$dataViewId/details',
  staticData: {
    name: 'root.team.admin.dataView.details',
    access: 'team',
    title: 'shell:title.dataView',
    empty: 'shell:empty.dataViews',
    glyph: 'eye',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const displayedFields = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-views/$dataViewId/displayed-fields',
  staticData: {
    name: 'root.team.admin.dataView.displayedFields',
    access: 'team',
    title: 'shell:title.displayedFields',
    empty: 'shell:empty.dataViews',
    glyph: 'eye',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const filterFields = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-views/$dataViewId/filter-fields',
  staticData: {
    name: 'root.team.admin.dataView.filterFields',
    access: 'team',
    title: 'shell:title.filterFields',
    empty: 'shell:empty.dataViews',
    glyph: 'eye',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const calendarDateInfo = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-views/$dataViewId/calendar-date-info',
  staticData: {
    name: 'root.team.admin.dataView.calendarDateInfo',
    access: 'team',
    title: 'shell:title.calendarDateInfo',
    empty: 'shell:empty.dataViews',
    glyph: 'eye',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const preview = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-views/$dataViewId/preview',
  staticData: {
    name: 'root.team.admin.dataView.preview',
    access: 'team',
    title: 'shell:title.preview',
    empty: 'shell:empty.dataViews',
    glyph: 'eye',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
  },
  component: EmptyRoute,
})

export const adminViewRoutes = [
  dataView,
  viewDetails,
  displayedFields,
  filterFields,
  calendarDateInfo,
  preview,
] as const
