/** `Idempotency-Key`: the same key and request get the first answer again, and nothing is done twice. */
import crypto from 'node:crypto'
import type { AnyEndpoint } from '@muster/contract/endpoint'
import { AppError, type FieldErrorCode } from '@muster/contract/errors'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { one, run, sql } from '../db.ts'
import type { SessionUser } from './context.ts'

const maxKeyLength = 200
/** Callers without a session share their keys with everyone, so that theirs must be hard to guess, e.g. a UUID. */
const minStrangersKeyLength = 16

/** Whose key a request carries, and the key. */
export interface IdempotencyKey {
  /** A user id, or the endpoint where anyone may send keys. */
  caller: string
  key: string
}

/**
 * The key that counts for a request; null where none was sent, or where none counts.
 * @throws AppError validation_failed when the key is too long, or too short for a caller without a session
 */
export function idempotencyKeyOf(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  user: SessionUser | null,
): IdempotencyKey | null {
  const key = request.headers['idempotency-key']
  if (endpoint.isRead || endpoint.kind !== 'json' || typeof key !== 'string') return null
  if (!user && endpoint.idempotency !== 'anyone') return null
  if (key.length > maxKeyLength) throw badKey('too_long', maxKeyLength)
  if (user) return { caller: user.userId, key }
  if (key.length < minStrangersKeyLength) throw badKey('too_short', minStrangersKeyLength)
  // No user id has a blank.
  return { caller: `anyone ${endpoint.method} ${endpoint.path}`, key }
}

function badKey(code: FieldErrorCode, bound: number): AppError {
  const errors = [{ path: 'headers.idempotency-key', code, params: { bound } }]
  return new AppError('validation_failed', { errors })
}

export class Idempotency {
  private readonly pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.pool = pool
  }

  /**
   * Runs `work` unless this caller sent the key before; then its answer is given again.
   * A key whose work failed is free again, because nothing was done.
   *
   * @throws AppError idempotency_key_reused when the key came with another request, or its first is still running
   */
  async once(
    { caller, key }: IdempotencyKey,
    request: FastifyRequest,
    work: () => Promise<string>,
  ): Promise<string> {
    const hash = crypto
      .createHash('sha256')
      .update(`${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`)
      .digest('hex')
    const claimed = await run(
      this.pool,
      sql`insert into muster.idempotency_key (caller, key, request_hash) values (${caller}, ${key}, ${hash})
          on conflict do nothing`,
    )
    if (claimed === 0) return this.replay(caller, key, hash)
    try {
      const answer = await work()
      await run(
        this.pool,
        sql`update muster.idempotency_key set response = ${answer} where caller = ${caller} and key = ${key}`,
      )
      return answer
    } catch (error) {
      await run(this.pool, sql`delete from muster.idempotency_key where caller = ${caller} and key = ${key}`)
      throw error
    }
  }

  private async replay(caller: string, key: string, hash: string): Promise<string> {
    const first = await one<{ request_hash: string; response: string | null }>(
      this.pool,
      sql`select request_hash, response from muster.idempotency_key where caller = ${caller} and key = ${key}`,
    )
    if (!first || first.request_hash !== hash || first.response === null) {
      throw new AppError('idempotency_key_reused')
    }
    return first.response
  }
}
