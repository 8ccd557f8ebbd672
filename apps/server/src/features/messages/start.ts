/** Starts messages: those that are due, and what a start does in the background. */
import { AppError } from '@muster/contract/errors'
import { loadModel } from '../../engine/public.ts'
import { one, rows, sql, type Transaction, transaction } from '../../platform/db.ts'
import { freeze, ownerCaller } from './audience/audience.service.ts'
import { refreshCounts } from './counts.repo.ts'
import { addStart, approvalHash, startColumns } from './life.service.ts'
import { contentsOf, lockMessage, type MessageRow } from './messages.repo.ts'
import { announce, type MessageDeps } from './messages.service.ts'
import { tryMove, withoutApproval } from './moves.ts'
import { compileContents } from './rendering.ts'

/** A message that could not start so long waits for a person. */
const lateAfterMs = 2 * 3_600_000
/** An approval holds for so much more or less recipients than those that were approved. */
const countTolerance = 0.05

/** Starts what is due; late ones wait for somebody to resume them. */
export async function startDue(deps: MessageDeps, now: Date, signal: AbortSignal): Promise<void> {
  const due = await rows<{ id: number; teamId: number; scheduledAt: string }>(
    deps.pool,
    sql`select m.id, m.team_id as "teamId", m.scheduled_at as "scheduledAt" from muster.outgoing_message m
          join muster.team t on t.id = m.team_id and t.suspended_at is null and t.deleted_at is null
        where m.status = 'SCHEDULED' and m.scheduled_at <= ${now}::timestamptz and m.deleted_at is null
        order by m.scheduled_at`,
  )
  for (const { id: messageId, teamId, scheduledAt } of due) {
    if (signal.aborted) return
    const isLate = now.getTime() - Date.parse(scheduledAt) > lateAfterMs
    await transaction(deps.pool, async (client) => {
      const moved = await tryMove(client, {
        teamId,
        messageId,
        event: 'start',
        by: null,
        set: startColumns(isLate ? 'late' : null),
        detail: isLate ? 'late' : null,
        guard: sql`m.status = 'SCHEDULED' and m.scheduled_at <= ${now}::timestamptz`,
      })
      if (moved && !isLate) await addStart(deps, client, teamId, messageId)
    })
    await announce(deps, teamId)
  }
}

/** What ends a start. `lapse`: it needs another approval. */
type Outcome = { isFrozen: true } | { event: 'lapse' | 'fail'; detail: string }

/**
 * Writes the ledger of a message that begins to be sent and compiles its contents, in one transaction; from then on the send
 * loop hands it over. Does nothing for a message that was frozen, paused or stopped meanwhile.
 */
export async function startMessage(deps: MessageDeps, teamId: number, messageId: number): Promise<void> {
  const outcome = await transaction(deps.pool, (client) =>
    freezeMessage(deps, client, teamId, messageId),
  ).catch((error: unknown): Outcome => {
    // What it is sent to or says no longer fits the team's design or the owner's rights.
    if (error instanceof AppError) return { event: 'fail', detail: detailOf(error) }
    if (error instanceof Ended) return error.outcome
    throw error
  })
  if ('event' in outcome) {
    const { event, detail } = outcome
    await transaction(deps.pool, (client) =>
      tryMove(client, {
        teamId,
        messageId,
        event,
        by: null,
        detail,
        guard: sql`m.status = 'SENDING' and m.frozen_at is null`,
        ...(event === 'lapse'
          ? { set: sql`${withoutApproval}, scheduled_at = null, started_at = null` }
          : {}),
      }),
    )
  }
  await announce(deps, teamId)
}

/** Rolls the ledger back. */
class Ended extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('the message does not start')
    this.outcome = outcome
  }
}

const detailOf = ({ code, params, errors }: AppError): string =>
  String(params.reason ?? errors[0]?.path ?? code)

/** Writes the ledger and compiles the contents of a message that has begun. @throws Ended, AppError */
export async function freezeMessage(
  deps: MessageDeps,
  client: Transaction,
  teamId: number,
  messageId: number,
): Promise<Outcome> {
  const message = await lockMessage(client, teamId, messageId)
  if (message?.status !== 'SENDING' || message.frozenAt !== null || message.pausedAt !== null)
    return { isFrozen: true }
  const model = await loadModel(client, teamId)
  const contents = await contentsOf(client, messageId)
  const caller = await ownerCaller(client, message)
  if (message.approvedHash !== null && message.approvedHash !== approvalHash(message, contents))
    throw new Ended({ event: 'lapse', detail: 'changed' })
  const count = await freeze(deps, client, messageId, { message, contents, model, caller })
  if (isTooDifferent(message, count))
    throw new Ended({ event: 'lapse', detail: `${message.approval?.recipientCount} → ${count}` })
  if (count === 0) throw new Ended({ event: 'fail', detail: 'no_recipients' })
  await compileContents(deps, client, { message, contents, model, caller })
  await refreshCounts(client, model.schema, messageId)
  await one(client, sql`update muster.outgoing_message set frozen_at = now() where id = ${messageId}`)
  return { isFrozen: true }
}

function isTooDifferent({ approval }: MessageRow, count: number): boolean {
  if (approval === null) return false
  return Math.abs(count - approval.recipientCount) > approval.recipientCount * countTolerance
}
