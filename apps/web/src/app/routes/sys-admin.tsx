/** The system administrator's routes. */
import { createRoute, redirect } from '@tanstack/react-router'
import * as sysAdmin from '../../features/sysAdmin/routes.tsx'
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'
import { shellRoute } from './shell.tsx'

const index = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sys-admin',
  staticData: { name: 'root.sysAdmin', access: 'sysAdmin', section: 'sysAdmin' },
  beforeLoad: () => {
    throw redirect({ to: '/sys-admin/teams' })
  },
})

const teams = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sys-admin/teams',
  staticData: {
    name: 'root.sysAdmin.teams',
    access: 'sysAdmin',
    title: 'shell:nav.teams',
    trail: ['sysAdmin'],
    section: 'sysAdmin',
  },
  component: sysAdmin.TeamList,
})

const users = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sys-admin/users',
  staticData: {
    name: 'root.sysAdmin.users',
    access: 'sysAdmin',
    title: 'shell:nav.users',
    trail: ['sysAdmin'],
    section: 'sysAdmin',
  },
  component: sysAdmin.AllUsers,
})

const settings = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sys-admin/settings',
  staticData: {
    name: 'root.sysAdmin.settings',
    access: 'sysAdmin',
    title: 'shell:nav.settings',
    empty: 'shell:empty.settings',
    glyph: 'settings',
    trail: ['sysAdmin'],
    section: 'sysAdmin',
  },
  component: EmptyRoute,
})

const permissions = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sys-admin/permissions',
  staticData: {
    name: 'root.sysAdmin.permissions',
    access: 'sysAdmin',
    title: 'shell:nav.permissions',
    empty: 'shell:empty.permissions',
    glyph: 'shield',
    trail: ['sysAdmin'],
    section: 'sysAdmin',
  },
  component: EmptyRoute,
})

export const sysAdminRoutes = [index, teams, users, settings, permissions] as const
