/** Stands in a `Menu.Target` or `Popover.Target` for an element that is drawn elsewhere. */
import { type Ref, type RefObject, useImperativeHandle } from 'react'

export function Anchor({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => of.current as HTMLElement, [of])
  return null
}
