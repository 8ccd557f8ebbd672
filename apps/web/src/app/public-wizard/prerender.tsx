/**
 * What the page of a public wizard shows first, as HTML: visitors on slow phones read it, and begin to type, while the
 * scripts are under way. Runs in a worker thread of the server (`platform/http/prerenderer.ts` there), with the components that
 * the page has.
 */
import { parentPort } from 'node:worker_threads'
import {
  type PrerenderAnswer,
  type PrerenderRequest,
  prerenderedId,
} from '@muster/contract/wizards/prerender'
import { createMemoryHistory } from '@tanstack/history'
import { renderToString } from 'react-dom/server'
import { FirstLook } from '../../features/wizards/first-look/public.ts'
import { setBrand } from '../../lib/brand.ts'
import { startI18n } from '../../lib/i18n.ts'
import { NavigationContext } from '../../lib/navigation.ts'
import { queryClient } from '../../lib/query-client.ts'
import { textAreas } from '../../lib/text-areas.ts'
import { Themed } from '../Themed.tsx'

const isStarted = startI18n('en', [...textAreas.start, ...textAreas.entry])

async function prerender(request: PrerenderRequest): Promise<string> {
  const { url, wizard, teamId, screen, isNarrow } = request
  const { language } = wizard
  const i18n = await isStarted
  await i18n.changeLanguage(language)
  // From here to the end without a pause: language, brand and cache are those of this request.
  setBrand(wizard.team.enumAppBrandId)
  const navigation = { history: createMemoryHistory({ initialEntries: [url] }), Link: null }
  try {
    return renderToString(
      <div id={prerenderedId} lang={language}>
        <Themed>
          <NavigationContext value={navigation}>
            <FirstLook teamId={teamId} wizard={wizard} screen={screen} isNarrow={isNarrow} />
          </NavigationContext>
        </Themed>
      </div>,
    )
  } finally {
    queryClient.clear()
  }
}

let last: Promise<unknown> = Promise.resolve()

parentPort?.on('message', (request: PrerenderRequest) => {
  const answer = (result: { html: string } | { error: string }) =>
    parentPort?.postMessage({ id: request.id, ...result } satisfies PrerenderAnswer)
  // One after the other, because the language is that of the whole thread.
  last = last
    .then(() => prerender(request))
    .then(
      (html) => answer({ html }),
      (error: unknown) =>
        answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
})
