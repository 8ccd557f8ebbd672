/**
 * The contract's endpoints as the browser needs them: typed in full, at run time only what calls and the cache need. As
 * a module's names, so that a page loads those of the features that it calls.
 */

import * as api from 'virtual:endpoints'
import type { Api, Endpoint } from '@muster/contract/endpoint'
import { requireEndpoint } from './known-endpoints.ts'

/** `api.<feature>.<name>`, e.g. `api.teams.get`. Schemas are not there at run time: import them where needed. */
export { api }

/** The endpoint called `feature.name`; raises 'API name is invalid.' when there is none. */
export function endpointNamed(name: string): Endpoint {
  const [feature = '', own = ''] = name.split('.')
  const features: Readonly<Record<string, Api>> = api
  return requireEndpoint(features[feature]?.[own])
}
