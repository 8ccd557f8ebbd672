/**
 * Start-up of public wizards, for people who come once and wait for each byte: no router, no cache, no session. The
 * server gives this entry for the paths of `readPublicWizardPath`.
 */
import '../../ui/global.css' // first: it orders the layers
import './first-look.ts'
import '../../lib/schemas-without-eval.ts'
import './prerendered.css'
import { createBrowserHistory } from '@tanstack/history'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadEarly, preloadRun } from '../../features/wizards/public-run/public.ts'
import { startI18n } from '../../lib/i18n.ts'
import { visitorLanguage } from '../../lib/public-page.ts'
import { textAreas } from '../../lib/text-areas.ts'
import { Themed } from '../Themed.tsx'
import { replacePrerendered } from './prerendered.ts'
import { VisitorPages } from './VisitorPages.tsx'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  const isEarly = loadEarly(window.location)
  await startI18n(visitorLanguage(), textAreas.start).catch((error: unknown) =>
    console.error('The texts could not be loaded.', error),
  )
  if (isEarly) void preloadRun()
  replacePrerendered(root)
  createRoot(root).render(
    <StrictMode>
      <Themed>
        <VisitorPages history={createBrowserHistory()} />
      </Themed>
    </StrictMode>,
  )
}

void start()
