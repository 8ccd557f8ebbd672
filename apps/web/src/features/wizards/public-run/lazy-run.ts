/** The parts of a public wizard that most visitors need only once they have started, in chunks of their own. */
import i18next from 'i18next'
import { lazy } from 'react'

const load = () => import('./VisitorRun.tsx')

export const VisitorRun = lazy(async () => ({ default: (await load()).VisitorRun }))

/** Fetches what shows a run, and the texts of its inputs, while the person reads what it is about. */
export function preloadRun(): void {
  // Tried once more when it is shown, and a failure is told then.
  load().catch(() => {})
  i18next.loadNamespaces(['fields', 'dataTypes']).catch(() => {})
}
