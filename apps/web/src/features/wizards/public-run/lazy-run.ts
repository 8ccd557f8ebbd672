/** The parts of a public wizard that most visitors need only once they have started, in chunks of their own. */
import { lazy } from 'react'

const load = () => import('./VisitorRun.tsx')

export const VisitorRun = lazy(async () => ({ default: (await load()).VisitorRun }))

/** Fetches what shows a run while its start is under way. */
export function preloadRun(): void {
  // Tried once more when it is shown, and a failure is told then.
  load().catch(() => {})
}
