/** Routes of one view's administration: its tabs. */
import { createRoute, redirect } from '@tanstack/react-router'
import * as views from '../../features/views/routes.tsx'
import { teamRoute } from './shell.tsx'

/** Layout: the view's header, tabs and the draft they edit, then one of the pages below. */
const dataView = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-views/$dataViewId',
  staticData: { name: 'root.team.admin.dataView', access: 'team', section: 'admin' },
  component: views.ViewAdmin,
})

const dataViewIndex = createRoute({
  getParentRoute: () => dataView,
  path: '/',
  staticData: { name: 'root.team.admin.dataView.index', access: 'team', section: 'admin' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/team-{$teamId}/admin/data-views/$dataViewId/details', params })
  },
})

const viewDetails = createRoute({
  getParentRoute: () => dataView,
  path: 'details',
  staticData: {
    name: 'root.team.admin.dataView.details',
    access: 'team',
    title: 'shell:title.dataView',
    glyph: 'eye',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: views.ViewDetails,
})

const displayedFields = createRoute({
  getParentRoute: () => dataView,
  path: 'displayed-fields',
  staticData: {
    name: 'root.team.admin.dataView.displayedFields',
    access: 'team',
    title: 'shell:title.displayedFields',
    glyph: 'eye',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: views.DisplayedFields,
})

const filterFields = createRoute({
  getParentRoute: () => dataView,
  path: 'filter-fields',
  staticData: {
    name: 'root.team.admin.dataView.filterFields',
    access: 'team',
    title: 'shell:title.filterFields',
    glyph: 'eye',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: views.FilterFields,
})

const calendarDateInfo = createRoute({
  getParentRoute: () => dataView,
  path: 'calendar-date-info',
  staticData: {
    name: 'root.team.admin.dataView.calendarDateInfo',
    access: 'team',
    title: 'shell:title.calendarDateInfo',
    glyph: 'eye',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: views.DateInfo,
})

const preview = createRoute({
  getParentRoute: () => dataView,
  path: 'preview',
  staticData: {
    name: 'root.team.admin.dataView.preview',
    access: 'team',
    title: 'shell:title.preview',
    glyph: 'eye',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: views.ViewPreview,
})

export const adminViewRoute = dataView.addChildren([
  dataViewIndex,
  viewDetails,
  displayedFields,
  filterFields,
  calendarDateInfo,
  preview,
])
