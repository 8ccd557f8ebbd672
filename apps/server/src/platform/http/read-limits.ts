/** Keeps one team's reads from occupying all connections, which other teams and all writes need too. */
import type { AnyEndpoint } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import type { FastifyReply } from 'fastify'
import { FairSlots } from '../fair-slots.ts'

/** Of the pool's connections in one process (see main.ts). A read may use more than one at a time. */
export const poolSize = 20

const readLimits = { total: poolSize - 4, perKey: poolSize / 2, maxWaiting: 500 }
/** Reads that go through all records of a collection. More at a time would only slow each other down. */
const heavyLimits = { total: 6, perKey: 4, maxWaiting: 200 }

/** PostgreSQL ended a statement that took longer than `statement_timeout`. */
const queryCanceled = '57014'

export class ReadLimits {
  private readonly reads = new FairSlots<number>(readLimits)
  private readonly heavy = new FairSlots<number>(heavyLimits)

  /**
   * Answers a read when it is its team's turn; other endpoints at once.
   *
   * @throws AppError busy when too many of the team's reads are waiting, read_too_slow when it takes too long
   */
  async run<Result>(
    { endpoint, teamId, reply }: { endpoint: AnyEndpoint; teamId: number; reply: FastifyReply },
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!endpoint.isRead || endpoint.kind !== 'json') return work()
    const left = new AbortController()
    const leave = () => left.abort()
    reply.raw.once('close', leave)
    try {
      const read = () => this.reads.run(teamId, left.signal, work)
      return await (endpoint.isHeavy ? this.heavy.run(teamId, left.signal, read) : read())
    } catch (error) {
      if ((error as { code?: string }).code !== queryCanceled) throw error
      throw new AppError('read_too_slow', { cause: error })
    } finally {
      reply.raw.removeListener('close', leave)
    }
  }
}
