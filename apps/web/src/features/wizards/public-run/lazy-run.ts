/** The parts of a public wizard that most visitors need only once they have started, in chunks of their own. */
import i18next from 'i18next'
import { late } from '../../../lib/late.ts'

export const visitorRun = late(() => import('./VisitorRun.tsx'))

/**
 * Fetches what shows a run, and the texts of its inputs, while the person reads what it is about. A page that waits for
 * it shows the run at once; otherwise React shows what stands for it, and then for 300 ms.
 */
export async function preloadRun(): Promise<void> {
  // A failure is told when it is shown.
  await Promise.allSettled([visitorRun.load(), i18next.loadNamespaces(['fields', 'dataTypes'])])
}
