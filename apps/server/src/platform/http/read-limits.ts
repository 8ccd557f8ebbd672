/** Keeps the reads of one team from occupying all connections: other teams and all writes need some. */
import type { AnyEndpoint } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import type { FastifyReply } from 'fastify'
import { withReadTimeout } from '../db.ts'
import { FairSlots } from '../fair-slots.ts'
import { scaledTimeout } from '../scaled-timeout.ts'

/** Connections in the pool of one process (see main.ts). A read may use more than one at a time. */
export const poolSize = 20

const readLimits = { total: poolSize - 4, perKey: poolSize / 2, maxWaiting: 500 }
/**
 * For reads that scan all records of a collection: more of them at a time would only slow each other down.
 */
const heavyLimits = { total: 6, perKey: 4, maxWaiting: 200 }

/** A heavy read that takes longer is cancelled; the caller is advised to narrow it down. */
const heavyTimeoutMs = scaledTimeout(15_000)

/** PostgreSQL's code for a statement that exceeded `statement_timeout` or was cancelled. */
const queryCanceled = '57014'

export class ReadLimits {
  private readonly reads = new FairSlots<number>(readLimits)
  private readonly heavy = new FairSlots<number>(heavyLimits)
  private readonly heavyTimeoutMs: number

  constructor(timeoutMs = heavyTimeoutMs) {
    this.heavyTimeoutMs = timeoutMs
  }

  /**
   * Runs a read when it is its team's turn; other endpoints run at once.
   *
   * @throws AppError busy when too many of the team's reads are waiting, read_too_slow when it takes too long
   */
  async run<Result>(
    { endpoint, teamId, reply }: { endpoint: AnyEndpoint; teamId: number; reply: FastifyReply },
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!endpoint.isRead || endpoint.kind !== 'json') return work()
    const watch = () => {
      const disconnected = new AbortController()
      reply.raw.once('close', () => disconnected.abort())
      return disconnected.signal
    }
    try {
      const read = () => this.reads.run(teamId, watch, work)
      if (!endpoint.isHeavy) return await read()
      const heavyRead = () => withReadTimeout(this.heavyTimeoutMs, read)
      return await this.heavy.run(teamId, watch, heavyRead)
    } catch (error) {
      if ((error as { code?: string }).code !== queryCanceled) throw error
      throw new AppError('read_too_slow', { cause: error })
    }
  }
}
