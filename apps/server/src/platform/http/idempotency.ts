/** `Idempotency-Key`: the same key and request get the first answer again, and nothing is done twice. */
import crypto from 'node:crypto'
import type { AnyEndpoint } from '@muster/contract/endpoint'
import { AppError, type FieldErrorCode } from '@muster/contract/errors'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { one, run, sql, type Transaction, withFirstCommit } from '../db.ts'
import { type KeptAnswer, withKeptAnswer } from '../kept-answer.ts'
import type { ProcessLocks } from '../process-locks.ts'
import type { SessionUser } from './context.ts'

const maxKeyLength = 200
/** Callers without a session share their keys with everyone, so that theirs must be hard to guess, e.g. a UUID. */
const minStrangersKeyLength = 16

/** Whose key a request carries, and the key. */
export interface IdempotencyKey {
  /** The id of a user or of an API token, or the endpoint where anyone may send keys. */
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
  if (endpoint.idempotency === 'nobody' || (!user && endpoint.idempotency !== 'anyone')) return null
  if (key.length > maxKeyLength) throw badKey('too_long', { max: maxKeyLength })
  // A token may see less than its user, so it must not get an answer to its user's request.
  if (user) return { caller: user.token ? user.sessionId : user.userId, key }
  if (key.length < minStrangersKeyLength) throw badKey('too_short', { min: minStrangersKeyLength })
  // No user id has a blank.
  return { caller: `anyone ${endpoint.method} ${endpoint.path}`, key }
}

function badKey(code: FieldErrorCode, params: Record<string, number>): AppError {
  const errors = [{ path: 'headers.idempotency-key', code, params }]
  return new AppError('validation_failed', { errors })
}

interface StoredRequest {
  request_hash: string
  response: string | null
}

export class Idempotency {
  private readonly pool: pg.Pool
  private readonly locks: ProcessLocks
  /** Requests with a key that this process is serving. */
  private readonly running = new Map<string, Promise<unknown>>()

  constructor({ pool, locks }: { pool: pg.Pool; locks: ProcessLocks }) {
    this.pool = pool
    this.locks = locks
  }

  /**
   * Runs `work` unless this caller sent the key before; then its answer is given again.
   *
   * The key is stored by the first transaction of `work`, with the answer if that is known by then (`keepAnswer`). So a
   * crash leaves either both the change and its key, or nothing, and a key whose work failed is free again. Work
   * without any transaction has its key stored after it.
   *
   * @throws AppError idempotency_key_reused when the key came with another request, request_running when another
   * process is serving the first one, already_done when the change was made but its answer was lost
   */
  async once(
    { caller, key }: IdempotencyKey,
    request: FastifyRequest,
    work: () => Promise<string>,
  ): Promise<string> {
    const name = `idempotency ${caller} ${key}`
    for (let first = this.running.get(name); first; first = this.running.get(name))
      await first.catch(() => {})
    const result = this.withLock(name, async () => {
      const hash = hashOf(request)
      const stored = await this.find(caller, key)
      return stored ? replay(stored, hash) : this.perform({ caller, key }, hash, work)
    })
    this.running.set(name, result)
    try {
      return await result
    } finally {
      this.running.delete(name)
    }
  }

  private async withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    if (!(await this.locks.tryLock(name))) throw new AppError('request_running')
    try {
      return await work()
    } finally {
      await this.locks.unlock(name)
    }
  }

  private find(caller: string, key: string): Promise<StoredRequest | undefined> {
    return one<StoredRequest>(
      this.pool,
      sql`select request_hash, response from muster.idempotency_key where caller = ${caller} and key = ${key}`,
    )
  }

  private async free(caller: string, key: string): Promise<void> {
    await run(
      this.pool,
      sql`delete from muster.idempotency_key where caller = ${caller} and key = ${key} and response is null`,
    )
  }

  private async perform(
    { caller, key }: IdempotencyKey,
    hash: string,
    work: () => Promise<string>,
  ): Promise<string> {
    const kept: KeptAnswer = { text: null }
    let isStored = false
    const storeKey = async (client: Transaction) => {
      const stored = await run(
        client,
        sql`insert into muster.idempotency_key (caller, key, request_hash, response)
            values (${caller}, ${key}, ${hash}, ${kept.text}) on conflict do nothing`,
      )
      // The lock was lost with its connection, and another process has served the same request since.
      if (stored === 0) throw new AppError('request_running')
      isStored = true
    }
    const answer = await withKeptAnswer(kept, () => withFirstCommit(storeKey, work)).catch(async (error) => {
      // A refusal after a transaction that changed nothing.
      const isRefused = error instanceof AppError && error.status < 500
      if (isRefused && isStored && kept.text === null) await this.free(caller, key)
      throw error
    })
    if (answer !== kept.text) {
      await run(
        this.pool,
        sql`insert into muster.idempotency_key (caller, key, request_hash, response)
            values (${caller}, ${key}, ${hash}, ${answer})
            on conflict (caller, key) do update set response = excluded.response`,
      )
    }
    return answer
  }
}

function hashOf({ method, url, body }: FastifyRequest): string {
  return crypto
    .createHash('sha256')
    .update(`${method} ${url} ${JSON.stringify(body ?? null)}`)
    .digest('hex')
}

function replay({ request_hash, response }: StoredRequest, hash: string): string {
  if (request_hash !== hash) throw new AppError('idempotency_key_reused')
  if (response === null) throw new AppError('already_done')
  return response
}
