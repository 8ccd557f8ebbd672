/** The screens of the audit log, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

export const TeamAuditLog = lazyRouteComponent(() => import('./screens/TeamAuditLog.tsx'), 'TeamAuditLog')
export const SystemAuditLog = lazyRouteComponent(
  () => import('./screens/SystemAuditLog.tsx'),
  'SystemAuditLog',
)
