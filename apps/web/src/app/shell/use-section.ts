/** Which menu the sidebar shows, updated after each navigation (spec section 4). */
import { useMatches, useRouterState } from '@tanstack/react-router'
import { useRef } from 'react'
import { findIn } from '../../features/search/public.ts'
import type { Section } from '../../lib/route-data.ts'
import { nextSection } from '../menus.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Set by the search when it leads to a record. */
    isFromSearch?: boolean
  }
}

export function useSection(): Section {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData })
  const isFromSearch = useRouterState({
    select: ({ location }) => location.state.isFromSearch === true || findIn(location.search) !== null,
  })
  const before = useRef<Section>('team')
  before.current = page ? nextSection(before.current, page, isFromSearch) : before.current
  return before.current
}
