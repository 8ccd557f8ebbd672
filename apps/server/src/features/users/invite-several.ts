/** Invites the persons of a list. Rows with errors are left out and reported. */

import type { Body, Response } from '@muster/contract/endpoint'
import { AppError, type FieldError, type FieldErrorCode } from '@muster/contract/errors'
import { isAllowedAddress } from '@muster/contract/sysAdmin/settings.schema'
import { type InvitationRow, invitedPersonSchema, type usersApi } from '@muster/contract/users/users.api'
import type { Deps, TeamModel } from '../../engine/public.ts'
import { transaction } from '../../platform/db.ts'
import { validationError } from '../../platform/errors.ts'
import type { TeamUser as Caller } from '../../platform/http/context.ts'
import { attempt, mailLimits } from '../auth/public.ts'
import { systemSettings } from '../settings/public.ts'
import { addInvitation, type Invitation } from './inviting.service.ts'
import { mayAssignRole } from './may-assign-role.ts'
import { findLinkedEmails } from './users.repo.ts'

type Result = Response<(typeof usersApi)['inviteSeveral']>

/** An invitation and the row of the list that it comes from. */
interface Candidate {
  row: number
  invitation: Invitation
}

/** All invitations are written in one transaction. */
export async function inviteSeveral(
  deps: Deps,
  caller: Caller,
  { isCheck, rows }: Body<(typeof usersApi)['inviteSeveral']>,
): Promise<Result> {
  const model = await deps.models.get(caller.teamId)
  const errors: FieldError[] = []
  const settings = await systemSettings(deps.pool)
  const allowedRows = readRows(model, caller, rows, errors).filter(({ row, invitation }) => {
    if (isAllowedAddress(settings, invitation.email)) return true
    errors.push(errorAt(row, 'email', 'mail_domain'))
    return false
  })
  const candidates = await withoutLinked(deps, caller, allowedRows, errors)
  if (isCheck) return resultOf(candidates, errors)
  const allowed: Candidate[] = []
  for (const candidate of candidates) {
    if (await attempt(deps.pool, mailLimits(candidate.invitation.email))) allowed.push(candidate)
    else errors.push(errorAt(candidate.row, 'email', 'mail_limit'))
  }
  return resultOf(await addAll(deps, caller, model, allowed, errors), errors)
}

const resultOf = (invited: readonly Candidate[], errors: FieldError[]): Result => ({
  invited: invited.map(({ row }) => row).sort((a, b) => a - b),
  errors,
})

function errorAt(
  row: number,
  column: string,
  code: FieldErrorCode,
  params?: FieldError['params'],
): FieldError {
  return { path: `rows.${row}.${column}`, code, ...(params && { params }) }
}

/** Adds the errors of rows that cannot be invited. */
function readRows(
  model: TeamModel,
  caller: Caller,
  rows: readonly InvitationRow[],
  errors: FieldError[],
): Candidate[] {
  const seen = new Set<string>()
  return rows.flatMap((row, n) => {
    const { roles, language, ...values } = row
    const read = invitedPersonSchema.safeParse({
      ...values,
      ...(language?.trim() && { language: language.trim().toLowerCase() }),
    })
    const found: FieldError[] = read.success ? [] : [...validationError(read.error, `rows.${n}`).errors]
    const email = values.email.trim().toLowerCase()
    if (email && seen.has(email)) found.push(errorAt(n, 'email', 'duplicate_in_file'))
    seen.add(email)
    const { userRoleIds, problems } = rolesNamed(model, caller, roles)
    found.push(...problems.map(({ code, name }) => errorAt(n, 'roles', code, { name })))
    errors.push(...found)
    if (!read.success || found.length > 0) return []
    return [{ row: n, invitation: { ...read.data, isTeamAdmin: false, userRoleIds } }]
  })
}

/** Member may be named, although every user has it. */
function rolesNamed(model: TeamModel, caller: Caller, names: readonly string[]) {
  const userRoleIds: number[] = []
  const problems: { code: FieldErrorCode; name: string }[] = []
  for (const name of names.map((text) => text.trim()).filter(Boolean)) {
    const role = [...model.roles.values()].find(
      ({ roleName }) => roleName.toLowerCase() === name.toLowerCase(),
    )
    if (!role) problems.push({ code: 'unknown_role', name })
    else if (role.isMember) continue
    else if (!mayAssignRole(model, caller, role)) problems.push({ code: 'role_not_assignable', name })
    else userRoleIds.push(role.id)
  }
  return { userRoleIds, problems }
}

async function withoutLinked(
  deps: Deps,
  caller: Caller,
  candidates: readonly Candidate[],
  errors: FieldError[],
): Promise<Candidate[]> {
  const emails = candidates.map(({ invitation }) => invitation.email)
  const linked = new Set(await findLinkedEmails(deps.pool, caller.teamId, emails))
  return candidates.filter(({ row, invitation }) => {
    if (!linked.has(invitation.email)) return true
    errors.push(errorAt(row, 'email', 'email_linked'))
    return false
  })
}

/** @returns those that were invited */
function addAll(
  deps: Deps,
  caller: Caller,
  model: TeamModel,
  candidates: readonly Candidate[],
  errors: FieldError[],
): Promise<Candidate[]> {
  // In the order of the addresses, so that two lists with the same persons cannot deadlock.
  const sorted = [...candidates].sort((a, b) => (a.invitation.email < b.invitation.email ? -1 : 1))
  return transaction(deps.pool, async (client) => {
    const invited: Candidate[] = []
    for (const candidate of sorted) {
      try {
        await addInvitation(deps, client, model, caller, candidate.invitation)
        invited.push(candidate)
      } catch (error) {
        // Linked by somebody else since the list was checked.
        if (!(error instanceof AppError) || error.code !== 'email_already_linked') throw error
        errors.push(errorAt(candidate.row, 'email', 'email_linked'))
      }
    }
    return invited
  })
}
