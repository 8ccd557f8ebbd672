/** How a part of a display asks for the card of a record; where no display offers one, nothing happens. */
import { createContext, useContext } from 'react'

export interface GlanceFacts {
  /** @param target what the card describes; the element with `data-record` that is pointed at needs not ask */
  show(id: number, beside: Element, target?: Element | null): void
  hide(): void
}

export const GlanceContext = createContext<GlanceFacts>({ show: () => {}, hide: () => {} })
export const useGlance = (): GlanceFacts => useContext(GlanceContext)
