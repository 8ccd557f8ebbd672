/**
 * Routes of a team's administration. Who may open them is spec section 6, "Route access": team admins always, a
 * permission where one lists the route. Views are not marked as needing a permission: their data is guarded anyway.
 */

import { adminAreaPermissions } from '@muster/contract/roles/permissions'
import { createRoute, redirect } from '@tanstack/react-router'
import * as collections from '../../features/collections/routes.tsx'
import * as lists from '../../features/lists/routes.tsx'
import * as teams from '../../features/teams/routes.tsx'
import * as users from '../../features/users/routes.tsx'
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'
import { adminCollectionRoute, collectionAccess } from './admin-collection.tsx'
import { adminViewRoute } from './admin-view.tsx'
import { adminWizardRoutes } from './admin-wizard.tsx'
import { teamRoute } from './shell.tsx'

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
    trail: ['team', 'admin'],
    section: 'admin',
  },
  component: teams.AdminDashboard,
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
  adminViewRoute,
  ...adminWizardRoutes,
  adminCollectionRoute,
] as const
