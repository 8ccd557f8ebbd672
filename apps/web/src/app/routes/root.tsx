/** The root of all routes: guards every navigation, sets the document's title, shows what has no page. */
import { createRootRoute, redirect } from '@tanstack/react-router'
import { loadSession } from '../../features/auth/public.ts'
import { AppRoot } from '../AppRoot.tsx'
import { guard } from '../guard.ts'
import { Crash } from '../screens/Crash.tsx'
import { NotFoundPage } from '../screens/NotFound.tsx'

export const rootRoute = createRootRoute({
  staticData: { name: 'root', access: 'public' },
  component: AppRoot,
  errorComponent: Crash,
  notFoundComponent: NotFoundPage,
  beforeLoad: async ({ matches, location }) => {
    const page = matches.at(-1)
    const access = page?.staticData.access ?? 'signedIn'
    const session = await loadSession()
    const teamId = teamIdOf(page?.params)
    const outcome = guard({ access, session, teamId, href: location.href })
    if (!outcome) return
    if (outcome.to === 'login') throw redirect({ to: '/login', search: { redirect: outcome.redirect } })
    throw redirect({ to: '/access-denied', search: { area: outcome.area } })
  },
})

/** A team id as an address may have it; anything else is no team. */
function teamIdOf(params: object | undefined): number | undefined {
  const text = params && 'teamId' in params ? String(params.teamId) : ''
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined
}
