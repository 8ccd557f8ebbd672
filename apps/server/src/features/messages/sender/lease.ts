/** One process at a time hands over for a sender: it holds the sender's lane, for as long as it renews it. */
import crypto from 'node:crypto'
import type pg from 'pg'
import { one, run, sql, transaction } from '../../../platform/db.ts'

export interface LeaseTimes {
  /** How long a lane belongs to its owner without being renewed. */
  leaseMs: number
  renewMs: number
  /** After so long without a renewal the owner hands nothing over; the rest is for answers and clocks. */
  safeMs: number
}

export const leaseTimes: LeaseTimes = { leaseMs: 10_000, renewMs: 3000, safeMs: 7000 }

/**
 * How long a new owner waits after the last moment of one that did not release the lane: what that handed over counts
 * for a second.
 */
const pauseMs = 1010

interface Taken {
  /** How long to wait before the first hand-over. */
  waitMs: number
  /** How long ago the last owner's messages of the last second were answered, at least. */
  answeredAgo: number[]
}

export class Lease {
  /** A new one each time: who lost the lane and takes it again is somebody else. */
  readonly owner = crypto.randomUUID()
  readonly #pool: pg.Pool
  readonly #senderId: number
  readonly #times: LeaseTimes
  #renewedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #isLost = false

  constructor(pool: pg.Pool, senderId: number, times: LeaseTimes) {
    this.#pool = pool
    this.#senderId = senderId
    this.#times = times
  }

  /** @returns what is known of the last owner; null if another process has the lane */
  async take(): Promise<Taken | null> {
    const askedAt = performance.now()
    const { leaseMs } = this.#times
    const taken = await transaction(this.#pool, async (client) => {
      const senderId = this.#senderId
      await run(
        client,
        sql`insert into muster.message_sender_lane (sender_id, owner, expires_at)
            values (${senderId}, ${this.owner}, '-infinity') on conflict do nothing`,
      )
      const lane = await one<{ isFree: boolean; sinceMs: number | null; answeredAgo: number[] | null }>(
        client,
        sql`select expires_at <= now() as "isFree", answered_ago as "answeredAgo",
              case when isfinite(expires_at) then extract(epoch from now() - expires_at)::float8 * 1000 end as "sinceMs"
            from muster.message_sender_lane where sender_id = ${senderId} for update`,
      )
      if (!lane?.isFree) return null
      await run(
        client,
        sql`update muster.message_sender_lane
            set owner = ${this.owner}, expires_at = now() + ${leaseMs}::float8 * interval '1 ms', answered_ago = null
            where sender_id = ${senderId}`,
      )
      const { sinceMs, answeredAgo } = lane
      if (sinceMs === null) return { waitMs: 0, answeredAgo: [] }
      if (answeredAgo) return { waitMs: 0, answeredAgo: answeredAgo.map((ago) => ago + sinceMs) }
      return { waitMs: Math.max(0, pauseMs - sinceMs), answeredAgo: [] }
    })
    if (taken === null) return null
    this.#renewedAt = askedAt
    this.#timer = setInterval(() => void this.#renew(), this.#times.renewMs)
    return taken
  }

  /** Whether something may be handed over now, by a clock that goes on while the process is stopped. */
  isSafe(): boolean {
    return !this.#isLost && performance.now() - this.#renewedAt < this.#times.safeMs
  }

  /** Whether the lane belongs to another, or nobody, for good. */
  get isLost(): boolean {
    return this.#isLost
  }

  async #renew(): Promise<void> {
    const askedAt = performance.now()
    try {
      const renewed = await run(
        this.#pool,
        sql`update muster.message_sender_lane set expires_at = now() + ${this.#times.leaseMs}::float8 * interval '1 ms'
            where sender_id = ${this.#senderId} and owner = ${this.owner} and expires_at > now()`,
      )
      if (renewed === 0) this.#isLost = true
      else this.#renewedAt = Math.max(this.#renewedAt, askedAt)
    } catch {
      // The database does not answer; without a renewal `isSafe` ends by itself.
    }
  }

  /** Call it when nothing of this owner is on its way. @param answeredAgo see `Pace` */
  async release(answeredAgo: readonly number[]): Promise<void> {
    clearInterval(this.#timer)
    this.#isLost = true
    await run(
      this.#pool,
      sql`update muster.message_sender_lane set expires_at = now(), answered_ago = ${answeredAgo}::float8[]
          where sender_id = ${this.#senderId} and owner = ${this.owner} and expires_at > now()`,
    )
  }
}
