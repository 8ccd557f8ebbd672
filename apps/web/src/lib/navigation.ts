/**
 * How the page goes elsewhere: by the router in the app, without one on the page of a public wizard. What both show
 * gets it from here, so that visitors do not load the router.
 */
import type { HistoryLocation, RouterHistory } from '@tanstack/history'
import { type ComponentType, createContext, useContext, useSyncExternalStore } from 'react'

export interface Navigation {
  history: RouterHistory
  /** A link to another screen; null where only documents are linked. */
  Link: ComponentType<{ to: string }> | null
}

export const NavigationContext = createContext<Navigation | null>(null)

export function useHistory(): RouterHistory {
  const navigation = useContext(NavigationContext)
  if (!navigation) throw new Error('No Navigation: this is shown inside a provider of one')
  return navigation.history
}

/** The current address, without a router. */
export function useAddress(): HistoryLocation {
  const history = useHistory()
  const current = () => history.location
  return useSyncExternalStore(history.subscribe, current, current)
}

/** The parameters of an address, as texts. */
export const searchOf = ({ search }: Pick<HistoryLocation, 'search'>): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))
