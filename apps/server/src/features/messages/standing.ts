/** What a caller may see of messages and do to them: the table of permissions applied to rows. */
import { AppError } from '@muster/contract/errors'
import {
  deliveryMethods,
  isEventOpen,
  type MessageAct,
  type MessageStanding,
  mayCauseEvent,
  mayDoToMessage,
} from '@muster/contract/messages/message-permissions'
import { type MessageEvent, messageEvents } from '@muster/contract/messages/messages.machine'
import { all, any } from '../../engine/public.sql.ts'
import { currentUserOf } from '../../engine/public.ts'
import { rawSql, type Sql, sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import type { MessageRow } from './messages.repo.ts'

export function standingOf(teamUser: TeamUser, message: MessageRow): MessageStanding {
  const me = currentUserOf(teamUser)
  return {
    deliveryMethodId: message.deliveryMethodId,
    status: message.status,
    isOwn: message.ownedBy?.teamUserId === me,
    isAutomatic: message.isAutomatic,
    isPaused: message.pausedAt !== null,
    isApproved: message.approval !== null,
    isByCaller: [message.ownedBy?.teamUserId, message.createdBy, message.submittedBy].includes(me),
  }
}

/** Condition on a message `m`: the caller may see it. */
export function viewableSql(teamUser: TeamUser, act: MessageAct = 'view'): Sql {
  const me = currentUserOf(teamUser)
  return any(
    deliveryMethods.flatMap((deliveryMethodId) =>
      [true, false]
        .filter((isOwn) => mayDoToMessage(teamUser, act, { deliveryMethodId, isOwn }))
        .map(
          (isOwn) => sql`(m.delivery_method = ${deliveryMethodId}
            and m.owned_by is ${rawSql(isOwn ? 'not distinct' : 'distinct')} from ${me}::bigint)`,
        ),
    ),
  )
}

/** Condition on a message `m` that awaits approval: the caller may approve it, as `mayCauseEvent` says. */
export function approvableSql(teamUser: TeamUser): Sql {
  const me = currentUserOf(teamUser)
  const isByOther = ['owned_by', 'created_by', 'submitted_by'].map(
    (column) => sql`m.${rawSql(column)} is distinct from ${me}::bigint`,
  )
  return all([sql`not m.is_automatic`, ...isByOther, viewableSql(teamUser, 'approve')])
}

/** Events that the caller may cause now. */
export function eventsFor(
  teamUser: TeamUser,
  message: MessageRow,
  requiresApproval: boolean,
): MessageEvent[] {
  const standing = standingOf(teamUser, message)
  return messageEvents.filter(
    (event) => isEventOpen(event, standing) && mayCauseEvent(teamUser, event, standing, requiresApproval),
  )
}

/** @throws AppError not_found if the caller may not even see it, access_denied */
export function checkMay(teamUser: TeamUser, message: MessageRow, act: MessageAct): void {
  const standing = standingOf(teamUser, message)
  if (!mayDoToMessage(teamUser, 'view', standing)) throw new AppError('not_found')
  if (!mayDoToMessage(teamUser, act, standing)) throw new AppError('access_denied')
}

/** @throws AppError not_found, access_denied, message_status */
export function checkMayCause(
  teamUser: TeamUser,
  event: MessageEvent,
  message: MessageRow,
  requiresApproval: boolean,
): void {
  const standing = standingOf(teamUser, message)
  if (!mayDoToMessage(teamUser, 'view', standing)) throw new AppError('not_found')
  if (!mayCauseEvent(teamUser, event, standing, requiresApproval)) throw new AppError('access_denied')
  if (!isEventOpen(event, standing))
    throw new AppError('message_status', { params: { status: message.status } })
}
