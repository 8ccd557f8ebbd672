/** API tokens in requests: `Authorization: Bearer mst_…`. */
import type { IncomingMessage } from 'node:http'
import { apiTokenPrefix } from '@muster/contract/integrations/api-scopes'

/** Of one API token, in each process. */
export const tokenRequestsPerMinute = 600

const pattern = new RegExp(`^Bearer +(${apiTokenPrefix}\\S*)$`, 'i')

/** The API token of a request, valid or not; null if it has none. Then its cookies do not count. */
export function bearerTokenOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  return pattern.exec(headers.authorization ?? '')?.[1] ?? null
}
