/** The contract's endpoints as the browser needs them: typed in full, at run time only what calls and the cache need. */

import { endpoints } from 'virtual:endpoints'
import type { api as contract } from '@muster/contract/api'
import type { Endpoint } from '@muster/contract/endpoint'
import { requireEndpoint } from './known-endpoints.ts'

/** `api.<feature>.<name>`, e.g. `api.teams.get`. Schemas are not there at run time: import them where needed. */
export const api = endpoints as unknown as typeof contract

/** The endpoint called `feature.name`; raises 'API name is invalid.' when there is none. */
export function endpointNamed(name: string): Endpoint {
  const [feature = '', own = ''] = name.split('.')
  return requireEndpoint((api as unknown as Record<string, Record<string, Endpoint>>)[feature]?.[own])
}
