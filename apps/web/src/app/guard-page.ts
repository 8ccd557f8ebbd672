/** The guard's answer for a page of the router, by who is signed in now. */

import { currentSession } from '../features/auth/public.ts'
import type { RouteData } from '../lib/route-data.ts'
import { type GuardOutcome, guard } from './guard.ts'

interface Page {
  staticData: Partial<RouteData>
  params: object
}

/** @param page the innermost match */
export function guardOutcome(page: Page | undefined, href: string): GuardOutcome {
  const access = page?.staticData.access ?? 'signedIn'
  return guard({ access, session: currentSession(), teamId: teamIdOf(page?.params), href })
}

/** A team id as an address may have it; anything else is no team. */
function teamIdOf(params: object | undefined): number | undefined {
  const text = params && 'teamId' in params ? String(params.teamId) : ''
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined
}
