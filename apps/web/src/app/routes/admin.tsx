/**
 * Routes of a team's administration. Who may open them is spec section 6, "Route access": team admins always, a
 * permission where one lists the route. Views are not marked as needing a permission: their data is guarded anyway.
 */

import { adminAreaPermissions } from '@muster/contract/roles/permissions'
import { createRoute, redirect } from '@tanstack/react-router'
import * as cards from '../../features/cards/routes.tsx'
import * as collections from '../../features/collections/routes.tsx'
import * as fields from '../../features/fields/routes.tsx'
import * as lists from '../../features/lists/routes.tsx'
import * as users from '../../features/users/routes.tsx'
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'
import { teamRoute } from './shell.tsx'

const collectionAccess = ['team_admin_data_collections'] as const

const admin = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin',
  staticData: { name: 'root.team.admin', access: adminAreaPermissions, section: 'admin' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/team-{$teamId}/admin/dashboard', params })
  },
})

const adminDashboard = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/dashboard',
  staticData: {
    name: 'root.team.admin.dashboard',
    access: adminAreaPermissions,
    title: 'shell:nav.adminDashboard',
    empty: 'shell:empty.adminDashboard',
    glyph: 'dashboard',
    trail: ['team', 'admin'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const account = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/account',
  staticData: {
    name: 'root.team.admin.account',
    access: ['team_admin_account_info'],
    title: 'shell:nav.account',
    empty: 'shell:empty.account',
    glyph: 'team',
    trail: ['team', 'admin'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const userList = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/users',
  staticData: {
    name: 'root.team.admin.users',
    access: ['team_admin_users'],
    title: 'shell:nav.users',
    trail: ['team', 'admin'],
    section: 'admin',
  },
  component: users.UserList,
})

const userRoles = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/user-roles',
  staticData: {
    name: 'root.team.admin.userRoles',
    access: 'teamAdmin',
    title: 'shell:nav.userRoles',
    empty: 'shell:empty.userRoles',
    glyph: 'role',
    trail: ['team', 'admin'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const dataCollections = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-collections',
  staticData: {
    name: 'root.team.admin.dataCollections',
    access: collectionAccess,
    title: 'shell:nav.dataCollections',
    empty: 'shell:empty.collections',
    glyph: 'table',
    trail: ['team', 'admin'],
    section: 'admin',
  },
  component: collections.AdminCollectionList,
})

const newCollection = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/new-data-collection',
  staticData: {
    name: 'root.team.admin.newDataCollection',
    access: collectionAccess,
    title: 'shell:title.newCollection',
    empty: 'shell:empty.collections',
    glyph: 'table',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
  },
  component: collections.NewCollection,
})

const customLists = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/custom-lists',
  staticData: {
    name: 'root.team.admin.customLists',
    access: 'teamAdmin',
    title: 'shell:nav.customLists',
    empty: 'shell:empty.customLists',
    glyph: 'list',
    trail: ['team', 'admin'],
    section: 'admin',
  },
  component: lists.AdminCustomLists,
})

const dataWizards = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards',
  staticData: {
    name: 'root.team.admin.dataWizards',
    access: 'teamAdmin',
    title: 'shell:nav.dataWizards',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin'],
    section: 'admin',
  },
  component: EmptyRoute,
})

/** Layout: the collection's header and tabs, then one of the pages below. */
const dataCollection = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-collections/$dataCollectionId',
  staticData: {
    name: 'root.team.admin.dataCollection',
    access: collectionAccess,
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
  },
  component: collections.CollectionAdmin,
})

const dataCollectionIndex = createRoute({
  getParentRoute: () => dataCollection,
  path: '/',
  staticData: { name: 'root.team.admin.dataCollection.index', access: collectionAccess, section: 'admin' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/team-{$teamId}/admin/data-collections/$dataCollectionId/details', params })
  },
})

const details = createRoute({
  getParentRoute: () => dataCollection,
  path: 'details',
  staticData: {
    name: 'root.team.admin.dataCollection.details',
    access: collectionAccess,
    title: 'shell:title.details',
    empty: 'shell:empty.collections',
    glyph: 'table',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: collections.CollectionDetails,
})

const dataFields = createRoute({
  getParentRoute: () => dataCollection,
  path: 'data-fields',
  staticData: {
    name: 'root.team.admin.dataCollection.dataFields',
    access: collectionAccess,
    title: 'shell:title.dataFields',
    empty: 'shell:empty.fields',
    glyph: 'columns',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: fields.CollectionFields,
})

const dataCards = createRoute({
  getParentRoute: () => dataCollection,
  path: 'data-cards',
  staticData: {
    name: 'root.team.admin.dataCollection.dataCards',
    access: collectionAccess,
    title: 'shell:title.dataCards',
    empty: 'shell:empty.dataCards',
    glyph: 'list',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: cards.DataCards,
})

const dataCardGroups = createRoute({
  getParentRoute: () => dataCollection,
  path: 'data-card-groups',
  staticData: {
    name: 'root.team.admin.dataCollection.dataCardGroups',
    access: collectionAccess,
    title: 'shell:title.dataCardGroups',
    empty: 'shell:empty.dataCardGroups',
    glyph: 'list',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: cards.DataCardGroups,
})

const dataViews = createRoute({
  getParentRoute: () => dataCollection,
  path: 'data-views',
  staticData: {
    name: 'root.team.admin.dataCollection.dataViews',
    access: collectionAccess,
    title: 'shell:title.dataViews',
    empty: 'shell:empty.dataViews',
    glyph: 'eye',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: EmptyRoute,
})

const collectionWizards = createRoute({
  getParentRoute: () => dataCollection,
  path: 'data-wizards',
  staticData: {
    name: 'root.team.admin.dataCollection.dataWizards',
    access: collectionAccess,
    title: 'shell:nav.dataWizards',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: EmptyRoute,
})

const websiteWidgets = createRoute({
  getParentRoute: () => dataCollection,
  path: 'website-widgets',
  staticData: {
    name: 'root.team.admin.dataCollection.websiteWidgets',
    access: collectionAccess,
    title: 'shell:title.websiteWidgets',
    empty: 'shell:empty.websiteWidgets',
    glyph: 'external',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: EmptyRoute,
})

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

const dataWizard = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId',
  staticData: { name: 'root.team.admin.dataWizard', access: 'teamAdmin', section: 'admin' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/team-{$teamId}/admin/data-wizards/$dataWizardId/details', params })
  },
})

const wizardDetails = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/details',
  staticData: {
    name: 'root.team.admin.dataWizard.details',
    access: 'teamAdmin',
    title: 'shell:title.details',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin', 'adminWizards'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const wizardSteps = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/steps',
  staticData: {
    name: 'root.team.admin.dataWizard.steps',
    access: 'teamAdmin',
    title: 'shell:title.steps',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin', 'adminWizards'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const wizardExternalAccess = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/external-access',
  staticData: {
    name: 'root.team.admin.dataWizard.externalAccess',
    access: 'teamAdmin',
    title: 'shell:title.externalAccess',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin', 'adminWizards'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const stepTask = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId',
  staticData: { name: 'root.team.admin.dataWizard.stepTask', access: 'teamAdmin', section: 'admin' },
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/team-{$teamId}/admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId/details',
      params,
    })
  },
})

const stepTaskDetails = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId/details',
  staticData: {
    name: 'root.team.admin.dataWizard.stepTask.details',
    access: 'teamAdmin',
    title: 'shell:title.stepTask',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin', 'adminWizards', 'adminWizard'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const linkedDataFields = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId/linked-data-fields',
  staticData: {
    name: 'root.team.admin.dataWizard.stepTask.linkedDataFields',
    access: 'teamAdmin',
    title: 'shell:title.linkedDataFields',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin', 'adminWizards', 'adminWizard'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const linkedDataCollections = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId/linked-data-collections',
  staticData: {
    name: 'root.team.admin.dataWizard.stepTask.linkedDataCollections',
    access: 'teamAdmin',
    title: 'shell:title.linkedDataCollections',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin', 'adminWizards', 'adminWizard'],
    section: 'admin',
  },
  component: EmptyRoute,
})

export const adminRoutes = [
  admin,
  adminDashboard,
  account,
  userList,
  userRoles,
  dataCollections,
  newCollection,
  customLists,
  dataWizards,
  dataView,
  viewDetails,
  displayedFields,
  filterFields,
  calendarDateInfo,
  preview,
  dataWizard,
  wizardDetails,
  wizardSteps,
  wizardExternalAccess,
  stepTask,
  stepTaskDetails,
  linkedDataFields,
  linkedDataCollections,
  dataCollection.addChildren([
    dataCollectionIndex,
    details,
    dataFields,
    dataCards,
    dataCardGroups,
    dataViews,
    collectionWizards,
    websiteWidgets,
  ]),
] as const
