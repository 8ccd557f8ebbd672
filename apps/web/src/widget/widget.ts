/**
 * `/widget.js`: embeds a public view or wizard in any page. No dependencies, no globals, no other server than ours.
 *
 *   <script async src="https://host/widget.js" data-team="1" data-view="8d2f…"></script>
 *   <script async src="https://host/widget.js" data-team="1" data-wizard="7"></script>
 *
 * It appears at the script's position, or in the element that `data-target` selects. Further attributes:
 * `data-language` (en, es, fr; otherwise the page's), `data-theme` (light, dark, auto), `data-title` for screen readers,
 * `data-height` in pixels (otherwise as high as its content), and for views `data-hide-filters`. Several on a page do not
 * interfere with each other. Wizards appear only on sites that they name.
 */
;(() => {
  const attribute = 'data-muster-widget'
  const frames = new Map<Window, HTMLIFrameElement>()

  const pathOf = ({ team = '', view = '', wizard = '' }: DOMStringMap) => {
    if (!/^\d+$/.test(team)) return null
    if (/^[0-9a-f]{64}$/.test(view)) return `/public/team-${team}/views/${view}`
    return /^\d+$/.test(wizard) ? `/public/team-${team}/wizards/${wizard}` : null
  }

  const place = (script: HTMLScriptElement) => {
    const { language, theme, title, target, height, hideFilters } = script.dataset
    const path = pathOf(script.dataset)
    if (script.hasAttribute(attribute) || path === null) return
    script.setAttribute(attribute, '')
    const address = new URL(path, script.src)
    address.searchParams.set('embed', '1')
    const spoken = language || document.documentElement.lang.slice(0, 2).toLowerCase()
    if (/^(en|es|fr)$/.test(spoken)) address.searchParams.set('language', spoken)
    if (/^(light|dark|auto)$/.test(theme ?? '')) address.searchParams.set('theme', theme as string)
    if (hideFilters !== undefined) address.searchParams.set('hideFilters', '1')
    const frame = document.createElement('iframe')
    frame.src = address.href
    // The page in it reports its title when it has loaded.
    frame.title = title || address.host
    frame.dataset.titled = title ? '1' : ''
    const fixed = Number(height) > 0 ? Number(height) : null
    frame.dataset.fixed = fixed ? '1' : ''
    frame.loading = 'lazy'
    frame.allow = 'fullscreen'
    frame.style.cssText = `display:block;width:100%;height:${fixed ?? 480}px;border:0;color-scheme:normal`
    const container = target ? document.querySelector(target) : null
    if (container) container.append(frame)
    else script.after(frame)
    if (frame.contentWindow) frames.set(frame.contentWindow, frame)
  }

  const placeAll = () => {
    for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-team][src*="widget.js"]'))
      place(script)
  }

  // A message changes only the frame that it comes from.
  addEventListener('message', ({ source, data, origin }: MessageEvent) => {
    const frame = frames.get(source as Window)
    if (!frame || origin !== new URL(frame.src).origin || typeof data !== 'object' || data === null) return
    if (data.type === 'muster:turned') {
      // What comes next begins at the top, which may be far above the button that was pressed.
      if (frame.getBoundingClientRect().top < 0) frame.scrollIntoView({ block: 'start' })
      return
    }
    if (data.type !== 'muster:view') return
    if (Number.isFinite(data.height) && !frame.dataset.fixed) {
      frame.style.height = `${Math.min(20_000, Math.max(80, Math.ceil(data.height)))}px`
    }
    if (typeof data.title === 'string' && data.title && !frame.dataset.titled) frame.title = data.title
  })

  placeAll()
  // A target below the script exists only then; so do scripts that were not parsed when the first one ran.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', placeAll)
})()
