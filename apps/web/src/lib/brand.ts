/** The brand on screen: the selected team's, before that the host's. */
import { useSyncExternalStore } from 'react'
import type { Brand } from '../../../../brands/brand.ts'
import { brandOf, brands } from '../../../../brands/brands.ts'

let brand: Brand =
  Object.values(brands).find((one) => one.defaultHost === globalThis.location?.hostname) ?? brands[1]
const listeners = new Set<() => void>()

export const currentBrand = (): Brand => brand

export function setBrand(id: number): void {
  if (brandOf(id) === brand) return
  brand = brandOf(id)
  for (const listener of listeners) listener()
}

export const useBrand = (): Brand => useSyncExternalStore(subscribe, currentBrand, currentBrand)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
