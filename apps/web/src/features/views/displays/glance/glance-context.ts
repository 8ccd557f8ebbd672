/** Lets a part of a display request a record's card; does nothing without a provider. */
import { createContext, useContext } from 'react'

export interface GlanceFacts {
  /** @param target what the card describes; hovered elements with `data-record` are handled automatically */
  show(id: number, beside: Element, target?: Element | null): void
  hide(): void
}

export const GlanceContext = createContext<GlanceFacts>({ show: () => {}, hide: () => {} })
export const useGlance = (): GlanceFacts => useContext(GlanceContext)
