/** `Idempotency-Key`: the same key and request get the first answer again, and nothing is done twice. */
import crypto from 'node:crypto'
import { AppError } from '@muster/contract/errors'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { one, run, sql } from '../db.ts'

const maxKeyLength = 200

export class Idempotency {
  private readonly pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.pool = pool
  }

  /**
   * Runs `work` unless this user sent the key before; then its answer is given again.
   * A key whose work failed is free again, because nothing was done.
   *
   * @throws AppError idempotency_key_reused when the key came with another request, or its first is still running
   */
  async once(
    userId: string,
    key: string,
    request: FastifyRequest,
    work: () => Promise<string>,
  ): Promise<string> {
    if (key.length > maxKeyLength) throw new AppError('validation_failed')
    const hash = crypto
      .createHash('sha256')
      .update(`${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`)
      .digest('hex')
    const claimed = await run(
      this.pool,
      sql`insert into muster.idempotency_key (user_id, key, request_hash) values (${userId}, ${key}, ${hash})
          on conflict do nothing`,
    )
    if (claimed === 0) return this.replay(userId, key, hash)
    try {
      const answer = await work()
      await run(
        this.pool,
        sql`update muster.idempotency_key set response = ${answer} where user_id = ${userId} and key = ${key}`,
      )
      return answer
    } catch (error) {
      await run(this.pool, sql`delete from muster.idempotency_key where user_id = ${userId} and key = ${key}`)
      throw error
    }
  }

  private async replay(userId: string, key: string, hash: string): Promise<string> {
    const first = await one<{ request_hash: string; response: string | null }>(
      this.pool,
      sql`select request_hash, response from muster.idempotency_key where user_id = ${userId} and key = ${key}`,
    )
    if (!first || first.request_hash !== hash || first.response === null) {
      throw new AppError('idempotency_key_reused')
    }
    return first.response
  }
}
