/** Proof of work, which costs a person nothing and a bot some time for each attempt. */
import { type Challenge, solveChallengeWorkers } from 'altcha-lib'
import { call } from './call.ts'
import { publicWizards } from './public-wizards.ts'

const mostWorkers = 4

/**
 * @returns the solution of a new challenge, good for one request
 * @throws ApiError; Error if the browser cannot solve it
 */
export async function newProof(): Promise<string> {
  const challenge = (await call(publicWizards.challenge)) as unknown as Challenge
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(navigator.hardwareConcurrency || 1, mostWorkers),
    createWorker: () => new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' }),
  })
  if (!solution) throw new Error('The challenge was not solved in time')
  return btoa(JSON.stringify({ challenge, solution }))
}
