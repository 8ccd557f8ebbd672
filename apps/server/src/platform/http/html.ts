/** Pages that the server renders: plain HTML without scripts. Values are escaped unless they are `Html`. */

import type { Language } from '@muster/contract/paging'

/** HTML that is safe to insert without escaping. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | readonly Part[] | null | undefined | false

/** Escapes the inserted values, except `Html` and lists of it. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((all, text, index) => `${all}${render(parts[index - 1])}${text}`))
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(render).join('')
  return escapeHtml(String(part))
}

export function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character]!,
  )
}

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { font: 15px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 6rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; } h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
a { color: LinkText; } code, pre { font: 13px/1.5 ui-monospace, monospace; } pre { overflow: auto; margin: 0; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; } summary { cursor: pointer; padding: .5rem .75rem; }
details > div { padding: 0 .75rem .75rem; } .method { display: inline-block; min-width: 4.2rem; font-weight: 600; }
.muted { opacity: .75; } iframe { width: 100%; height: 44rem; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
nav a { margin-right: 1rem; }`

interface PageOptions {
  language?: Language
  /** After this many seconds the browser reloads the page. */
  reloadAfter?: number
}

/** A complete page. The caller sets `cache-control`. */
export function page(title: string, body: Html, { language = 'en', reloadAfter }: PageOptions = {}): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">${
    reloadAfter !== undefined &&
    html`
<meta http-equiv="refresh" content="${reloadAfter}">`
  }
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.text
}
