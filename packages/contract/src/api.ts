/** Every endpoint of the product, by feature. */
import type { Api } from './endpoint.ts'
import * as features from './features.ts'

export const api = features satisfies Record<string, Api>
