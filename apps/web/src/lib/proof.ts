/** Proof of work, which costs a person nothing and a bot some time for each attempt. */
import { type Challenge, solveChallengeWorkers } from 'altcha-lib'
import { call } from './call.ts'
import { publicWizards } from './public-wizards.ts'

const mostWorkers = 4

/** Half of the time that the server accepts it. */
const keptMs = 5 * 60_000

let prepared: { at: number; proof: Promise<string> } | null = null

/** Solves a challenge for the next `newProof`, so that nobody waits for it. */
export function prepareProof(): void {
  const proof = solved()
  // `newProof` handles the error.
  proof.catch(() => {})
  prepared = { at: Date.now(), proof }
}

/**
 * @returns the solution of a new challenge, good for one request
 * @throws ApiError; Error if the browser cannot solve it
 */
export async function newProof(): Promise<string> {
  const ready = prepared
  prepared = null
  if (!ready || Date.now() - ready.at > keptMs) return solved()
  return ready.proof.catch(solved)
}

async function solved(): Promise<string> {
  // One core is left to the page, which is being built meanwhile.
  const concurrency = Math.min(Math.max((navigator.hardwareConcurrency || 1) - 1, 1), mostWorkers)
  // They load while the challenge is on its way.
  const workers = Array.from({ length: concurrency }, newWorker)
  try {
    const challenge = (await call(publicWizards.challenge)) as unknown as Challenge
    const createWorker = () => workers.pop() ?? newWorker()
    const solution = await solveChallengeWorkers({ challenge, concurrency, createWorker })
    if (!solution) throw new Error('The challenge was not solved in time')
    return btoa(JSON.stringify({ challenge, solution }))
  } finally {
    for (const worker of workers) worker.terminate()
  }
}

const newWorker = () => new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' })
