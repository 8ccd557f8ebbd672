/** Why our server has no picture of a web address: an `img` that failed does not tell. */
import type { Problem } from '@muster/contract/errors'
import { type WebPictureProblem, webPictureProblems } from '@muster/contract/files/pictures'

/** `busy` passes; `unknown` is anything else, such as a right that has ended. */
export type ShownProblem = WebPictureProblem | 'busy' | 'unknown'

/** @returns null if there is a picture by now */
export async function problemAt(url: string, signal: AbortSignal): Promise<ShownProblem | null> {
  const answer = await fetch(url, { credentials: 'same-origin', signal })
  if (answer.ok) return null
  const problem = (await answer.json().catch(() => null)) as Problem | null
  if (problem?.code === 'busy' || problem?.code === 'rate_limited') return 'busy'
  return webPictureProblems.find((one) => one === problem?.params?.reason) ?? 'unknown'
}
