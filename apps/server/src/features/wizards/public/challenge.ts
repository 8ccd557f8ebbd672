/**
 * Proof of work: a browser solves a challenge before it starts a run or asks for a code, which costs a person nothing
 * and a bot a quarter of a second for each attempt. Verifying costs three HMACs, whatever was sent.
 */
import crypto from 'node:crypto'
import { AppError } from '@muster/contract/errors'
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type pg from 'pg'
import { z } from 'zod'
import { isFree, takeOnce } from '../../auth/public.ts'
import { startsLevel } from './limits.ts'

const algorithm = 'PBKDF2/SHA-256'
/** Iterations of one try. The server makes one try for each challenge, so that this stays small. */
const cost = 5000
/** A solution is this many tries away, at most twice as many; each level of starts doubles it. */
const defaultTries = 100
const validMs = 10 * 60 * 1000

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(algorithm),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(cost),
      keyLength: z.number(),
      keyPrefix: z.string(),
      // Without it, verifying would mean to repeat the work.
      keySignature: z.string().regex(/^[0-9a-f]{64}$/),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().regex(/^[0-9a-f]{64}$/) }),
})

export class Challenges {
  private readonly pool: pg.Pool
  private readonly tries: number
  private readonly secrets: { hmacSignatureSecret: string; hmacKeySignatureSecret: string }

  /**
   * @param secret of the installation
   * @param tries how far away a solution is, for tests and benchmarks that solve many
   */
  constructor({ pool, secret, tries = defaultTries }: { pool: pg.Pool; secret: string; tries?: number }) {
    this.pool = pool
    this.tries = tries
    const derived = (purpose: string) =>
      crypto.createHmac('sha256', secret).update(`wizard challenge ${purpose}`).digest('hex')
    this.secrets = {
      hmacSignatureSecret: derived('signature'),
      hmacKeySignatureSecret: derived('solution'),
    }
  }

  /** @param address of the caller: the more runs its network starts, the longer a solution takes */
  async create(address: string): Promise<Record<string, unknown>> {
    const least = this.tries * 2 ** (await startsLevel(this.pool, address))
    const challenge = await createChallenge({
      algorithm,
      cost,
      counter: randomInt(least * 2, least),
      deriveKey,
      expiresAt: new Date(Date.now() + validMs),
      ...this.secrets,
    })
    return { ...challenge }
  }

  /**
   * Checks a solution, and that it has not been used; a single read, after what needs no database.
   *
   * @returns the challenge's nonce, for `spend`
   * @throws AppError proof_invalid
   */
  async verify(proof: string): Promise<string> {
    const payload = payloadSchema.safeParse(fromBase64(proof))
    if (!payload.success) throw new AppError('proof_invalid')
    const { challenge, solution } = payload.data
    const { verified } = await verifySolution({
      challenge: challenge as Challenge,
      solution,
      deriveKey,
      ...this.secrets,
    })
    const { nonce } = challenge.parameters
    if (!verified || !(await isFree(this.pool, keyOf(nonce)))) throw new AppError('proof_invalid')
    return nonce
  }

  /** Takes a verified challenge, which can be done once in all processes. @throws AppError proof_invalid */
  async spend(nonce: string): Promise<void> {
    if (!(await takeOnce(this.pool, keyOf(nonce)))) throw new AppError('proof_invalid')
  }
}

/** Old attempts are deleted long after a challenge has expired. */
const keyOf = (nonce: string): string => `wizard challenge ${nonce}`

function fromBase64(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString())
  } catch {
    return undefined
  }
}
