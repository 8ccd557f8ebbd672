/** A new draft for those whom a message did not reach, or who did not click. */
import { AppError } from '@muster/contract/errors'
import { maxAudienceSources, maxSingleRecords } from '@muster/contract/messages/audience'
import { mayDoToMessage } from '@muster/contract/messages/message-permissions'
import type { OutgoingMessage } from '@muster/contract/messages/messages.schema'
import { currentUserOf } from '../../engine/public.ts'
import { transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { copyContents, insertMessage } from './messages.repo.ts'
import { announce, getMessage, type MessageDeps, visibleMessage } from './messages.service.ts'
import { followUpRecords } from './recipients.repo.ts'

/** @throws AppError not_found, access_denied, message_status before it is sent, message_no_recipients */
export async function followUp(
  deps: MessageDeps,
  teamUser: TeamUser,
  messageId: number,
  to: 'failed' | 'not_clicked',
): Promise<OutgoingMessage> {
  const { teamId } = teamUser
  const message = await visibleMessage(deps.pool, teamUser, messageId)
  const own = { deliveryMethodId: message.deliveryMethodId, isOwn: true }
  if (!mayDoToMessage(teamUser, 'edit', own)) throw new AppError('access_denied')
  if (!['SENT', 'ERROR_SENDING'].includes(message.status))
    throw new AppError('message_status', { params: { status: message.status } })
  const model = await deps.models.get(teamId)
  const groups = await followUpRecords(deps.pool, model, messageId, to)
  const include = groups.flatMap(({ dataCollectionId, dataRecordIds }) =>
    chunks(dataRecordIds, maxSingleRecords).map((ids) => ({
      kind: 'records' as const,
      dataCollectionId,
      dataRecordIds: ids,
    })),
  )
  if (include.length === 0) throw new AppError('message_no_recipients')
  if (include.length > maxAudienceSources)
    throw new AppError('validation_failed', { errors: [{ path: 'to', code: 'too_many' }] })
  const id = await transaction(deps.pool, async (client) => {
    const copy = await insertMessage(client, teamId, {
      ...message,
      ownedBy: currentUserOf(teamUser),
      audience: { ...message.audience, include, exclude: [] },
    })
    const table = 'outgoing_message_content'
    await copyContents(client, { table, id: messageId }, { table, id: copy })
    return copy
  })
  await announce(deps, teamId)
  return getMessage(deps, teamUser, id)
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  )
}
