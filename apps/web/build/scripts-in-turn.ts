/**
 * The files that the app imports from its start are scripts of the page before it, so that the browser runs each in a task
 * of its own. As imports of one script they would be one task, of a tenth of a second on a phone.
 */
import type { Plugin } from 'vite'

export function scriptsInTurn(): Plugin {
  return {
    name: 'muster:scripts-in-turn',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path }) => (path === '/index.html' ? withScripts(html) : html),
    },
  }
}

const imported = /[ \t]*<link rel="modulepreload" crossorigin href="([^"]+)">\n/g

function withScripts(html: string): string {
  const scripts = [...html.matchAll(imported)].map(
    ([, address]) => `    <script type="module" crossorigin src="${address}"></script>\n`,
  )
  if (scripts.length === 0) throw new Error('The page of the app has no imports of its script')
  return html.replaceAll(imported, '').replace(/(?=[ \t]*<script type="module")/, scripts.join(''))
}
