import type { AuditAction } from '@muster/contract/audit/audit.schema'
import type { TeamUser } from '@muster/contract/users/users.api'
import { type AuditValues, audit } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/db.ts'

/** Adds an event about a user, or about their invitation while it is pending. */
export async function auditUser(
  client: Transaction,
  teamId: number,
  action: AuditAction,
  user: TeamUser,
  values: { before?: AuditValues; after?: AuditValues } = {},
): Promise<void> {
  const isPending = user.status === 'invited' || action === 'accepted'
  await audit(client, {
    teamId,
    subject: isPending ? 'invitation' : 'team_user',
    subjectId: user.id,
    name: `${user.firstName} ${user.lastName}`.trim(),
    action,
    ...values,
  })
}

/** What administrators decide about a user. */
export function auditValuesOf(user: TeamUser): AuditValues {
  const { firstName, lastName, email, accountType, roles } = user
  return {
    firstName,
    lastName,
    email,
    isTeamAdmin: accountType === 'team_admin',
    roles: roles.map(({ roleName }) => roleName),
  }
}
