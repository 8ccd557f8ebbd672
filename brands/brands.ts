/** The four brand variants by the spec's enumAppBrandId. */
import type { Brand } from './brand.ts'
import { ember } from './ember/brand.ts'
import { grove } from './grove/brand.ts'
import { harbor } from './harbor/brand.ts'
import { muster } from './muster/brand.ts'

export const brands = { 1: muster, 2: harbor, 3: grove, 4: ember } as const satisfies Record<
  Brand['id'],
  Brand
>

/** The brand with this id; Muster for ids there are not. */
export const brandOf = (id: number): Brand => brands[id as Brand['id']] ?? muster
