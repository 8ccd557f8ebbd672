/**
 * Routes of a team's administration. Who may open them is spec section 6, "Route access": team admins always, a
 * permission where one lists the route. Views are not marked as needing a permission: their data is guarded anyway.
 */

import { adminAreaPermissions } from '@muster/contract/roles/permissions'
import * as audit from '../../features/audit/routes.tsx'
import * as collections from '../../features/collections/routes.tsx'
import * as integrations from '../../features/integrations/routes.tsx'
import * as lists from '../../features/lists/routes.tsx'
import * as messages from '../../features/messages/routes.tsx'
import * as roles from '../../features/roles/routes.tsx'
import * as teams from '../../features/teams/routes.tsx'
import * as users from '../../features/users/routes.tsx'
import * as wizards from '../../features/wizards/routes.tsx'
import { adminCollectionRoute, collectionAccess } from './admin-collection.tsx'
import { adminRoleRoute } from './admin-role.tsx'
import { adminViewRoute } from './admin-view.tsx'
import { adminWizardRoutes, wizardAccess } from './admin-wizard.tsx'
import { areaOf } from './area.ts'
import { teamRoute } from './shell.tsx'

const shared = { trail: ['team', 'admin'], section: 'admin' } as const
const admin = areaOf(() => teamRoute, 'admin', 'root.team.admin', { ...shared, access: 'teamAdmin' })
const home = areaOf(() => teamRoute, 'admin', 'root.team.admin', { ...shared, access: adminAreaPermissions })

export const adminRoutes = [
  home.entry('', '', '/team-{$teamId}/admin/dashboard'),
  home.page('/dashboard', 'dashboard', teams.AdminDashboard, 'shell:nav.adminDashboard'),
  admin.page('/account', 'account', teams.Account, 'shell:nav.account', {
    access: ['team_admin_account_info'],
  }),
  admin.page('/message-senders', 'messageSenders', messages.SenderList, 'shell:nav.messageSenders', {
    access: ['team_admin_account_info'],
  }),
  admin.page('/message-subjects', 'messageSubjects', messages.SubjectList, 'shell:nav.messageSubjects', {
    access: ['team_admin_account_info'],
  }),
  admin.page(
    '/message-suppressions',
    'messageSuppressions',
    messages.SuppressionList,
    'shell:nav.messageSuppressions',
    { access: ['team_admin_account_info'] },
  ),
  admin.page('/users', 'users', users.UserList, 'shell:nav.users', { access: ['team_admin_users'] }),
  admin.page('/user-roles', 'userRoles', roles.RoleList, 'shell:nav.userRoles'),
  adminRoleRoute,
  admin.page('/audit-log', 'auditLog', audit.TeamAuditLog, 'shell:nav.auditLog'),
  // Not in spec section 6, which lists no route for this permission.
  admin.page('/integrations', 'integrations', integrations.TokenList, 'shell:nav.integrations', {
    access: ['integrations_zapier'],
  }),
  admin.page(
    '/integrations/webhooks',
    'integrations.webhooks',
    integrations.WebhookList,
    'shell:title.webhooks',
    { access: ['integrations_zapier'] },
  ),
  admin.page(
    '/data-collections',
    'dataCollections',
    collections.AdminCollectionList,
    'shell:nav.dataCollections',
    {
      access: collectionAccess,
    },
  ),
  admin.page(
    '/new-data-collection',
    'newDataCollection',
    collections.NewCollection,
    'shell:title.newCollection',
    {
      access: collectionAccess,
      trail: ['team', 'admin', 'adminCollections'],
    },
  ),
  admin.page('/custom-lists', 'customLists', lists.AdminCustomLists, 'shell:nav.customLists'),
  admin.page('/data-wizards', 'dataWizards', wizards.WizardList, 'shell:nav.dataWizards', {
    access: wizardAccess,
  }),
  adminViewRoute,
  ...adminWizardRoutes,
  adminCollectionRoute,
] as const
