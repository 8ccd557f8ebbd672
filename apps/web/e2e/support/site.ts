/**
 * The server that this file's tests use. Vitest runs as many files side by side as it has workers, and each worker has a
 * server of its own (see global-setup.ts), so that no file waits for another one's database queries.
 */
import { inject } from 'vitest'

export interface Site {
  /** Address of the server, without a slash at the end. */
  baseUrl: string
  /** The system administrator, who is also an administrator of the sample team. */
  admin: { email: string; password: string }
  /** The administrator's session, for calls of the API. */
  adminCookie: string
  /** The server's data folder; mails are in `outbox/`. */
  dataDir: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker. */
    sites: Site[]
  }
}

export const site: Site = siteOf(Number(process.env.VITEST_POOL_ID))

/** Vitest numbers its workers from 1 and reuses a number only once its worker has ended. */
function siteOf(worker: number): Site {
  const found = inject('sites')[worker - 1]
  if (!found) throw new Error(`Worker ${worker} has no server`)
  return found
}
