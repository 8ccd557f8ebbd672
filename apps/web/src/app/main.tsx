/** Start-up (spec section 4): the locale from storage, the sign-in status, then the app. */
import '../ui/global.css' // first: it orders the layers
import '../ui/full-look.ts'
import '../lib/schemas-without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadSession } from '../features/auth/public.ts'
import { startI18n } from '../lib/i18n.ts'
import { queryClient } from '../lib/query-client.ts'
import { firstNamespaces } from '../lib/text-areas.ts'
import { type AppRouter, makeRouter } from './router.tsx'
import { Themed } from './Themed.tsx'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  const router = makeRouter()
  // All are needed before the first screen; none waits for another.
  await Promise.all([
    startI18n(undefined, firstNamespaces(window.location.pathname)).catch((error: unknown) =>
      console.error('The texts could not be loaded.', error),
    ),
    loadSession().then(({ status }) => {
      if (status === 'signedIn') setTimeout(loadScreens, 0, router)
    }),
  ])
  createRoot(root).render(
    <StrictMode>
      <Themed>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Themed>
    </StrictMode>,
  )
}

/** Runs the modules of the address's screens, in another task than the one that draws them. */
function loadScreens(router: AppRouter): void {
  const routes: Record<string, AnyRoute> = router.routesById
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes[routeId]
    if (route) void router.loadRouteChunk(route)
  }
}

void start()
