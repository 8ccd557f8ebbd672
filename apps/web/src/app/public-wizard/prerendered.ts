/**
 * Puts the app in the place of the HTML that the server has made, as soon as the app shows the same, and does there what
 * the visitor has done until then: Start, what is typed and chosen, the focus, Next.
 */
import { prerenderedId } from '@muster/contract/wizards/prerender'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The app shows something else than a question with the same inputs: it is not waited for any longer. */
const mostWaitMs = 3000

/** @param root of the app, which is about to be shown */
export function replacePrerendered(root: HTMLElement): void {
  const box = document.getElementById(prerenderedId)
  if (!box) return
  if (!box.dataset.stage) {
    box.remove()
    return
  }
  const question = box.querySelector<HTMLElement>('[data-part="question"]')
  let hasStarted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const replace = (part: HTMLElement | null) => {
    observer.disconnect()
    clearTimeout(timer)
    const redo = part ? movesTo(part, root) : () => {}
    const isSent = box.dataset.isSent !== undefined
    box.remove()
    redo()
    if (isSent) root.querySelector('form')?.requestSubmit()
  }
  const look = () => {
    if (!root.firstElementChild || root.querySelector('[data-skeleton]')) return
    if (!hasStarted && box.dataset.stage !== 'begun') {
      replace(box.querySelector<HTMLElement>('[data-part="start"]'))
      return
    }
    const start = root.querySelector<HTMLElement>('[data-start]')
    if (!start) {
      if (!question || controlsOf(root).length >= controlsOf(question).length) replace(question)
      else timer ??= setTimeout(replace, mostWaitMs, question)
    } else if (!hasStarted) {
      hasStarted = true
      start.click()
    } else if (root.querySelector('[role="alert"]')) {
      // The app says why it could not start. What is typed stays for the next time, and is not sent by itself.
      delete box.dataset.stage
      delete box.dataset.isSent
    }
  }
  const observer = new MutationObserver(look)
  observer.observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['data-skeleton'],
  })
}

const controlsOf = (part: HTMLElement): Control[] => [
  ...part.querySelectorAll<Control>('input, textarea, select'),
]

/** @returns does in the second what was done in the first, which may be gone by then */
function movesTo(part: HTMLElement, root: HTMLElement): () => void {
  const before = controlsOf(part)
  const after = controlsOf(root)
  const focused = before.indexOf(document.activeElement as Control)
  const selection = focused < 0 ? null : selectionOf(before[focused] as Control)
  return () => {
    before.forEach((from, at) => {
      const to = after[at]
      if (to?.tagName === from.tagName && to.type === from.type) repeat(from, to)
    })
    const control = after[focused]
    if (!control) return
    control.focus({ preventScroll: true })
    if (selection && 'setSelectionRange' in control) control.setSelectionRange(...selection)
  }
}

function repeat(from: Control, to: Control): void {
  if (from instanceof HTMLInputElement && (from.type === 'checkbox' || from.type === 'radio')) {
    if (from.checked !== from.defaultChecked && to instanceof HTMLInputElement && to.checked !== from.checked)
      to.click()
    return
  }
  if (from.value === to.value || !isChanged(from)) return
  // React listens to the event, and asks for the value that was there before it.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value') ?? {}
  set?.call(to, from.value)
  to.dispatchEvent(new Event(to instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

const isChanged = (control: Control): boolean =>
  control instanceof HTMLSelectElement
    ? [...control.options].some((option) => option.selected !== option.defaultSelected)
    : control.value !== control.defaultValue

function selectionOf(control: Control): [number, number] | null {
  if (control instanceof HTMLSelectElement || control.selectionStart === null) return null
  return [control.selectionStart, control.selectionEnd ?? control.selectionStart]
}
