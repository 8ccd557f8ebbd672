/** What other features may use of roles. */
import { lazy } from 'react'

/** A drawer with what a user may do with a record, and why. */
export const TryUserAccess = lazy(async () => ({
  default: (await import('./components/TryAccess.tsx')).TryUserAccess,
}))
