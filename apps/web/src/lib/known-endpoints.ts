/** The endpoints that the loaded parts of the app have brought with them (`virtual:endpoints/<feature>`). */
import type { Endpoint } from '@muster/contract/endpoint'

const known = new WeakSet<object>()

/**
 * Makes a feature's endpoints known.
 *
 * @public for the modules that `build/contract-endpoints.ts` writes
 * @returns them
 */
export function makeKnown<Feature extends Readonly<Record<string, object>>>(feature: Feature): Feature {
  for (const endpoint of Object.values(feature)) known.add(endpoint)
  return feature
}

/** Spec section 7: a name that is not in the api raises 'API name is invalid.' */
export function requireEndpoint(endpoint: Endpoint | undefined): Endpoint {
  if (!endpoint || !known.has(endpoint)) throw new Error('API name is invalid.')
  return endpoint
}
