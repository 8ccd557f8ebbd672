/** Follows how far messages are: counts, ends, and stops those that do harm. */

import type { PauseReason } from '@muster/contract/messages/messages.machine'
import type { MessageCounts } from '@muster/contract/messages/messages.schema'
import type { Deps } from '../../../engine/public.ts'
import { transaction } from '../../../platform/db.ts'
import { teamSchema } from '../../../platform/migrate.ts'
import { countRecipients, refreshCounts } from '../counts.repo.ts'
import { findEnded } from './ledger.sql.ts'
import type { OpenMessage } from './open-messages.repo.ts'
import { finish, logSent, pause } from './progress.repo.ts'

/** What mail providers tolerate is less; beyond it they refuse everything of a sender. */
const limits = { bounces: { after: 200, share: 0.05 }, complaints: { after: 500, share: 0.003 } }
/** Hand-overs that fail one after the other, after which a message waits for a person. */
export const maxErrorsInARow = 20

type ProgressDeps = Pick<Deps, 'pool' | 'live' | 'log'>

export class Progress {
  readonly #deps: ProgressDeps
  readonly #team: { teamId: number; schema: string }
  readonly #changed = new Set<number>()
  readonly #errors = new Map<number, number>()

  constructor(deps: ProgressDeps, team: { teamId: number; schema: string }) {
    this.#deps = deps
    this.#team = team
  }

  /** Something of the message was recorded. */
  changed(messageId: number): void {
    this.#changed.add(messageId)
  }

  /**
   * @param error what went wrong; null for a success
   * @returns whether the message was paused
   */
  async handedOver(messageId: number, error: string | null): Promise<boolean> {
    if (error === null) {
      this.#errors.delete(messageId)
      return false
    }
    const errors = (this.#errors.get(messageId) ?? 0) + 1
    this.#errors.set(messageId, errors)
    if (errors < maxErrorsInARow) return false
    this.#errors.delete(messageId)
    await this.#pause(messageId, 'errors', error)
    return true
  }

  /** Counts what has changed, and pauses messages with too many bounces or complaints. */
  async count(): Promise<void> {
    const ids = [...this.#changed]
    this.#changed.clear()
    for (const id of ids) {
      const counts = await refreshCounts(this.#deps.pool, this.#team.schema, id)
      const reason = harmOf(counts)
      if (reason) await this.#pause(id, reason, '')
    }
    if (ids.length > 0) await this.#tell()
  }

  /** Ends messages of which nothing waits or is on its way. @returns their ids */
  async finishEnded(open: readonly OpenMessage[]): Promise<number[]> {
    const { pool } = this.#deps
    const { teamId } = this.#team
    const candidates = open.filter(({ isFilled }) => !isFilled).map(({ id }) => id)
    if (candidates.length === 0) return []
    const ended = await findEnded(pool, this.#team.schema, candidates)
    for (const id of ended) {
      const counts = await countRecipients(pool, this.#team.schema, id)
      await transaction(pool, async (client) => {
        const finished = await finish(client, { teamId, messageId: id }, counts)
        // Of automatic ones, each run has logged its own.
        if (finished && !finished.isAutomatic)
          await logSent(client, this.#team.schema, { messageId: id, ...finished })
      })
      this.#changed.delete(id)
    }
    if (ended.length > 0) await this.#tell()
    return ended
  }

  async #pause(messageId: number, reason: PauseReason, detail: string): Promise<void> {
    const { pool, log } = this.#deps
    const message = { teamId: this.#team.teamId, messageId }
    const isPaused = await transaction(pool, (client) => pause(client, message, reason, detail || reason))
    if (!isPaused) return
    log.warn({ messageId, reason }, 'a message was paused')
    await this.#tell()
  }

  #tell(): Promise<void> {
    return this.#deps.live.changed(this.#team.teamId, { kind: 'messages' })
  }
}

/** Counts one message, and pauses it if it does harm: after reports of a provider. */
export function countMessage(deps: ProgressDeps, teamId: number, messageId: number): Promise<void> {
  const progress = new Progress(deps, { teamId, schema: teamSchema(teamId) })
  progress.changed(messageId)
  return progress.count()
}

function harmOf({ states, outcomes }: MessageCounts): PauseReason | undefined {
  const handed = (states.accepted ?? 0) + (states.failed ?? 0)
  const isOver = (count: number, { after, share }: { after: number; share: number }) =>
    handed >= after && count > handed * share
  if (isOver(outcomes.bounced ?? 0, limits.bounces)) return 'bounces'
  return isOver(outcomes.complained ?? 0, limits.complaints) ? 'complaints' : undefined
}
