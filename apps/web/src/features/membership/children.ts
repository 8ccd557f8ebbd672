/** Collections of a tree below its root. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'

export function childrenOf(collections: readonly DataCollection[], homeId: number): DataCollection[] {
  return collections.filter((one) => one.idHomeDataCollection === homeId && one.id !== homeId)
}
