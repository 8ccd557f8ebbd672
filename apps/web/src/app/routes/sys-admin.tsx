/** The system administrator's routes. */
import * as audit from '../../features/audit/routes.tsx'
import * as backups from '../../features/backups/routes.tsx'
import * as sysAdmin from '../../features/sysAdmin/routes.tsx'
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
  area.page('/settings', 'settings', sysAdmin.Settings, 'shell:nav.settings'),
  area.page('/settings/backup', 'settings.backup', backups.Backups, 'shell:nav.settings'),
  area.page('/permissions', 'permissions', sysAdmin.Permissions, 'shell:nav.permissions'),
  area.page('/audit-log', 'auditLog', audit.SystemAuditLog, 'shell:nav.auditLog'),
] as const
