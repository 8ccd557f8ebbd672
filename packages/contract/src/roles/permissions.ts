/** The feature permissions and data permissions of spec section 6. */

export const featurePermissionGroups = {
  integrations: ['integrations_zapier'],
  outgoing_messages: [
    'outgoing_messages_approval_emails',
    'outgoing_messages_approval_sms',
    'outgoing_messages_other_users_emails',
    'outgoing_messages_other_users_send_emails',
    'outgoing_messages_other_users_send_sms',
    'outgoing_messages_other_users_sms',
    'outgoing_messages_templates',
    'outgoing_messages_user_emails',
    'outgoing_messages_user_send_emails',
    'outgoing_messages_user_send_sms',
    'outgoing_messages_user_sms',
  ],
  team_admin: [
    'team_admin_account_info',
    'team_admin_data_collections',
    'team_admin_data_tags',
    'team_admin_data_wizards',
    'team_admin_users',
  ],
} as const

export type FeaturePermissionGroup = keyof typeof featurePermissionGroups
export type FeaturePermission = (typeof featurePermissionGroups)[FeaturePermissionGroup][number]

/** Every feature permission; its position + 1 is its stored id (spec: EnumFeaturePermissionId). Append only. */
export const featurePermissions: readonly [FeaturePermission, ...FeaturePermission[]] = [
  ...featurePermissionGroups.integrations,
  ...featurePermissionGroups.outgoing_messages,
  ...featurePermissionGroups.team_admin,
]

export const dataPermissions = [
  'delete_data_records',
  'read_data_field_data',
  'read_data_record_metadata',
  'run_data_wizard',
  'update_data_field_data',
] as const
export type DataPermission = (typeof dataPermissions)[number]

/** The permissions of a signed-in user in one team. */
export interface TeamStanding {
  isTeamAdmin: boolean
  featurePermissions: readonly FeaturePermission[]
}

/** Team admins pass every check; others need one of the permissions (spec section 6). */
export function hasPermission(
  standing: TeamStanding,
  needed: FeaturePermission | readonly FeaturePermission[],
): boolean {
  if (standing.isTeamAdmin) return true
  const permissions: readonly FeaturePermission[] = typeof needed === 'string' ? [needed] : needed
  return permissions.some((permission) => standing.featurePermissions.includes(permission))
}

/** Admin routes of the web app and the permissions they require (spec section 6, "Route access"). */
export const adminAreaPermissions = [
  'team_admin_account_info',
  'team_admin_users',
  'team_admin_data_collections',
] as const satisfies readonly FeaturePermission[]
