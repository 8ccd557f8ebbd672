/** The system administrator's routes. */
import * as sysAdmin from '../../features/sysAdmin/routes.tsx'
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'
import { areaOf } from './area.ts'
import { shellRoute } from './shell.tsx'

const area = areaOf(() => shellRoute, '/sys-admin', 'root.sysAdmin', {
  access: 'sysAdmin',
  trail: ['sysAdmin'],
  section: 'sysAdmin',
})

export const sysAdminRoutes = [
  area.entry('', '', '/sys-admin/teams'),
  area.page('/teams', 'teams', sysAdmin.TeamList, 'shell:nav.teams'),
  area.page('/users', 'users', sysAdmin.AllUsers, 'shell:nav.users'),
  area.page('/settings', 'settings', EmptyRoute, 'shell:nav.settings', {
    empty: 'shell:empty.settings',
    glyph: 'settings',
  }),
  area.page('/permissions', 'permissions', EmptyRoute, 'shell:nav.permissions', {
    empty: 'shell:empty.permissions',
    glyph: 'shield',
  }),
] as const
