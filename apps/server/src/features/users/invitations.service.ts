/** Invitations from the recipient's side: the mail, the linked page, and accepting. */

import type { authApi, invitationPasswords } from '@muster/contract/auth/auth.api'
import type { Body } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import type { Deps } from '../../engine/public.ts'
import { withRequester } from '../../platform/audit.ts'
import { type Transaction, transaction } from '../../platform/db.ts'
import type { SessionUser } from '../../platform/http/context.ts'
import {
  type Account,
  accountOf,
  checkPassword,
  consumeLink,
  endOtherSessions,
  findLink,
  hashOf,
  invitationMail,
  issueLink,
  proveAccount,
  queueMail,
  type SignInResult,
  startSession,
  type Visit,
} from '../auth/public.ts'
import { checkNewAddress, checkNewPassword } from '../settings/public.ts'
import { auditUser } from './audit-user.ts'
import { activate, findInvitation, findTeamUser, type InvitationRow } from './users.repo.ts'

const linkDays = 14

/** Mails a new link when the transaction commits, and revokes older ones. */
export async function sendInvitation(deps: Deps, client: Transaction, teamUserId: number): Promise<void> {
  const invitation = (await findInvitation(client, teamUserId))!
  const token = await issueLink(client, 'invitation', String(teamUserId), linkDays)
  const mail = invitationMail(deps.config.publicUrl, invitation.language, {
    ...invitation,
    inviter: invitation.invitedBy ?? invitation.teamName,
    team: invitation.teamName,
    token,
  })
  await queueMail(deps.jobs, mail, client)
}

/** @throws AppError link_expired if the link is invalid for any reason */
export async function showInvitation(deps: Deps, userId: string, token: string, user: SessionUser | null) {
  const { invitation, account } = await read(deps, userId, token)
  const { teamName, firstName, lastName, email, invitedBy, enumAppBrandId } = invitation
  return {
    teamName,
    firstName,
    lastName,
    email,
    invitedBy,
    enumAppBrandId,
    password: passwordOf(account, user),
  }
}

/**
 * The password needed to accept. One set before the address was confirmed may be a stranger's and is
 * replaced.
 */
function passwordOf(account: Account, user: SessionUser | null): (typeof invitationPasswords)[number] {
  if (!account.isProven) return 'new'
  if (user?.userId === account.userId) return 'none'
  // Somebody who has only ever signed in with a provider; the link proves as much as that of a forgotten password.
  return account.hasPassword ? 'current' : 'new'
}

/**
 * @param from the visit, and who is signed in there
 * @throws AppError link_expired, mail_domain_refused, validation_failed, sign_in_failed, rate_limited
 */
export async function acceptInvitation(
  deps: Deps,
  userId: string,
  answer: Body<(typeof authApi)['acceptInvitation']>,
  { visit, user }: { visit: Visit; user: SessionUser | null },
): Promise<{ signedIn: SignInResult; teamId: number }> {
  const { invitation, account } = await read(deps, userId, answer.token)
  await checkNewAddress(deps.pool, account.email)
  const required = passwordOf(account, user)
  const isNew = required === 'new'
  if (required === 'current') await checkPassword(deps, account, given(answer, 'currentPassword'), visit)
  if (isNew) await checkNewPassword(deps.pool, given(answer, 'password'), 'password')
  const hash = isNew ? await hashOf(given(answer, 'password')) : null
  await transaction(deps.pool, async (client) => {
    if (!(await consumeLink(client, 'invitation', answer.token))) throw new AppError('link_expired')
    const { teamId, teamUserId } = invitation
    if (!(await activate(client, teamId, teamUserId))) throw new AppError('link_expired')
    const user = (await findTeamUser(client, teamId, teamUserId))!
    await withRequester({ userId, teamUserId, network: visit.address }, () =>
      auditUser(client, teamId, 'accepted', user),
    )
    const name = isNew ? (answer.name ?? null) : null
    await proveAccount(client, userId, { name, passwordHash: hash })
  })
  // Ends the sessions of an unconfirmed account, which may be a stranger’s; a confirmed one keeps its sessions.
  if (isNew) await endOtherSessions(deps, userId, null)
  else await deps.live.invalidate({ user: userId })
  const { teamId, teamUserId } = invitation
  await deps.live.changed(teamId, { kind: 'permissions', of: { teamUserIds: [teamUserId] } })
  return { signedIn: await startSession(deps, userId, visit), teamId: invitation.teamId }
}

function given<Key extends string>(answer: Partial<Record<Key, string | undefined>>, key: Key): string {
  const value = answer[key]
  if (value) return value
  throw new AppError('validation_failed', { errors: [{ path: key, code: 'required' }] })
}

async function read(
  { pool }: Deps,
  userId: string,
  token: string,
): Promise<{ invitation: InvitationRow; account: Account }> {
  const teamUserId = await findLink(pool, 'invitation', token)
  const invitation = teamUserId && (await findInvitation(pool, Number(teamUserId)))
  if (!invitation || invitation.userId !== userId) throw new AppError('link_expired')
  return { invitation, account: await accountOf(pool, userId) }
}
