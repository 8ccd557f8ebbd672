/**
 * Shows the HTML that the server has made in front of this script, and goes from its start to its first question. A small
 * file without imports, loaded before anything else; the page's own scripts do the rest (`prerendered.ts`).
 */
{
  const box = document.currentScript?.previousElementSibling
  const look = box?.querySelector<HTMLElement>('[data-run]')
  if (box instanceof HTMLElement && look) begin(box, look.dataset)

  function begin(
    shown: HTMLElement,
    { run = '', theme, isEmbedded, isNarrow, narrow = '' }: DOMStringMap,
  ): void {
    if (isKept(run)) return
    const { dataset } = document.documentElement
    const isDark = theme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
    dataset.mantineColorScheme = isDark ? 'dark' : 'light'
    if (isEmbedded !== undefined) dataset.embed = ''
    const question = shown.querySelector('[data-part="question"]')
    // The server has guessed how wide the window is.
    if (matchMedia(narrow).matches !== (isNarrow !== undefined)) question?.remove()
    shown.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-start]') : null
      if (!button) return
      // Without a question it stays, and says that it is under way.
      wait(button)
      shown.dataset.stage = 'begun'
      scrollTo(0, 0)
    })
    shown.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLSelectElement) || !target.closest('[data-part="start"]')) return
      // The start has one choice, its language; the server has it in each.
      const address = new URL(location.href)
      address.searchParams.set('language', target.value)
      location.replace(address)
    })
    shown.addEventListener('submit', (event) => {
      event.preventDefault()
      if (event.submitter) wait(event.submitter)
      shown.dataset.isSent = ''
    })
    shown.dataset.stage = 'start'
  }

  function wait(button: HTMLElement): void {
    button.dataset.loading = 'true'
    button.ariaBusy = 'true'
  }

  /** Whether this tab is in the middle of a run (`run-keys.ts`). */
  function isKept(run: string): boolean {
    try {
      return sessionStorage.getItem(run) !== null
    } catch {
      return document.cookie.includes(`${encodeURIComponent(run)}=`)
    }
  }
}
