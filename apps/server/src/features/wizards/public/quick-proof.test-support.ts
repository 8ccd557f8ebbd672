/** Proofs of work for tests and benchmarks with many visitors. */
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type pg from 'pg'
import { Challenges } from './challenge.ts'

/**
 * The solution of a challenge that takes hardly any work, since it is made with the secret of the installation. What
 * visitors' own machines do would otherwise use up the one under test.
 */
export async function quickProof(installation: { pool: pg.Pool; secret: string }): Promise<string> {
  const challenges = new Challenges({ ...installation, tries: 1 })
  const challenge = (await challenges.create('127.0.0.1')) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
