/** The endpoints that the loaded parts of the app have brought with them (`virtual:endpoints/<feature>`). */
import type { AnyEndpoint, Api, Endpoint } from '@muster/contract/endpoint'

const known = new Map<string, AnyEndpoint>()

/** Names an endpoint in cache keys. */
export const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`

/**
 * Makes a feature's endpoints known.
 *
 * @public for the modules that `build/contract-endpoints.ts` writes
 * @returns them
 */
export function makeKnown<Feature extends Api>(feature: Feature): Feature {
  for (const endpoint of Object.values(feature)) known.set(nameOf(endpoint), endpoint)
  return feature
}

/** Spec section 7: a name that is not in the api raises 'API name is invalid.' */
export function requireEndpoint(endpoint: AnyEndpoint | undefined): Endpoint {
  if (!endpoint || endpoint.kind === 'hook' || known.get(nameOf(endpoint)) !== endpoint)
    throw new Error('API name is invalid.')
  return endpoint
}

/** @param name as `nameOf` makes it @returns undefined if no call of this page can have used it */
export function knownEndpoint(name: string): Endpoint | undefined {
  const endpoint = known.get(name)
  return endpoint?.kind === 'hook' ? undefined : endpoint
}
