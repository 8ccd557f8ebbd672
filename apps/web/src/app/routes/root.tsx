/** The root of all routes: guards every navigation, sets the document's title, shows what has no page. */
import { createRootRoute, redirect } from '@tanstack/react-router'
import { loadSession } from '../../features/auth/public.ts'
import { AppRoot } from '../AppRoot.tsx'
import { guardOutcome } from '../guard-page.ts'
import { Crash } from '../screens/Crash.tsx'
import { NotFoundPage } from '../screens/NotFound.tsx'

export const rootRoute = createRootRoute({
  staticData: { name: 'root', access: 'public' },
  component: AppRoot,
  errorComponent: Crash,
  notFoundComponent: NotFoundPage,
  beforeLoad: async ({ matches, location }) => {
    await loadSession()
    const outcome = guardOutcome(matches.at(-1), location.href)
    if (!outcome) return
    if (outcome.to === 'login') throw redirect({ to: '/login', search: { redirect: outcome.redirect } })
    throw redirect({ to: '/access-denied', search: { area: outcome.area } })
  },
})
