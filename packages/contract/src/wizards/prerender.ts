/** Between the server and the thread that makes the first look of a public wizard's page as HTML. */
import type { PublicWizard } from './public-runs.api.ts'
import type { RunScreen } from './runs.schema.ts'

export interface PrerenderRequest {
  /** Given back with the answer. */
  id: number
  /** The page's address, with those parameters only that say how it is shown. */
  url: string
  /** One question a page, as on phones. */
  isNarrow: boolean
  teamId: number
  /** Open, and of those that nobody has to prove for who they are. */
  wizard: PublicWizard
  /** What a run asks first; null if that is not known before it has started. */
  screen: RunScreen | null
}

export type PrerenderAnswer = { id: number } & ({ html: string } | { error: string })

/** What stands for the page until its scripts are there: an element of its own beside that of the app. */
export const prerenderedId = 'prerendered'

/** In the folder of the web app; it is not served. */
export const prerenderFile = '.vite/prerender/prerender.js'
