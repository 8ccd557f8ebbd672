/** Start-up (spec section 4): the locale from storage, the sign-in status, then the app. */
import '../ui/global.css' // first: it orders the layers
import '../ui/full-look.ts'
import '../lib/schemas-without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadSession } from '../features/auth/public.ts'
import { firstFormats } from '../lib/format.ts'
import { currentLanguage, startI18n } from '../lib/i18n.ts'
import { queryClient } from '../lib/query-client.ts'
import { firstNamespaces } from '../lib/text-areas.ts'
import { makeRouter } from './router.tsx'
import { Themed } from './Themed.tsx'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  // All are needed before the first screen; none waits for another.
  await Promise.all([
    startI18n(undefined, firstNamespaces(window.location.pathname)).catch((error: unknown) =>
      console.error('The texts could not be loaded.', error),
    ),
    loadSession().then(({ status }) => (status === 'signedIn' ? prepareScreens() : undefined)),
  ])
  const router = makeRouter()
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

/**
 * Runs the modules of the address's screens, which would be one long task when the router asks for them: a file at a time,
 * for the files that the page names, each after those that it imports. Stops at one that is still on its way; until it is
 * there, the frame can be drawn.
 */
async function prepareScreens(): Promise<void> {
  for (const make of firstFormats(currentLanguage())) {
    await nextTask()
    make()
  }
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="script"]')
  for (const { href } of links) {
    if (performance.getEntriesByName(href, 'resource').length === 0) return
    await nextTask()
    // One that fails is reported by the route that needs it.
    await import(/* @vite-ignore */ href).catch(() => {})
  }
  await nextTask()
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

// In a task of its own: on a phone, this file takes long enough to run.
setTimeout(start)
