/** Where a page and its event stream meet. Without schemas, for the page before sign-in. */
import type { LiveEvent } from './events.api.ts'

/** Header of answers about a team: where in its events they were read. */
export const positionHeader = 'muster-position'

/** The events that stand for all that may have been missed: what is shown of these is refetched. */
export const everythingChanged: readonly LiveEvent[] = [
  { kind: 'collections' },
  { kind: 'records', all: true },
  { kind: 'imports' },
  { kind: 'exports' },
  { kind: 'duplicates' },
]
