/** Runs before each test file of the web app: texts, matchers for the page, and the browser APIs that jsdom lacks. */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { openCalls } from '../src/lib/call.ts'
import { startI18n } from '../src/lib/i18n.ts'
import { setZone } from '../src/lib/zone.ts'
import { stay, toast, toastStore } from '../src/ui/toasts.ts'

beforeAll(async () => {
  await startI18n('en')
})

// On a busy machine a toast may time out before a test looks: here it stays until the test is over.
for (const kind of Object.keys(stay) as (keyof typeof stay)[]) stay[kind] = 3_600_000

afterEach(() => {
  cleanup()
  for (const { id } of toastStore.get()) toast.hide(id)
})

afterAll(async () => {
  // Lazy chunks that no test waited for must not arrive after the page is gone.
  await vi.dynamicImportSettled()
  // The next file finds a fresh page.
  localStorage.clear()
  sessionStorage.clear()
  setZone(null)
  openCalls()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

// A busy machine may need more than a second for lazy chunks.
configure({ asyncUtilTimeout: 60_000 })

// Mantine needs these when it mounts.
window.matchMedia = (query) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }) satisfies MediaQueryList

window.ResizeObserver = class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.scrollTo = () => {}

// jsdom has no layout: comboboxes scroll to their options, and the text editor asks where its caret is.
Element.prototype.scrollIntoView ??= () => {}
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect ??= () => new DOMRect()
document.elementFromPoint ??= () => null

// Growing text areas wait for fonts before they measure themselves. Files share the page, which has this only once.
if (!document.fonts) {
  Object.defineProperty(document, 'fonts', { value: { addEventListener() {}, removeEventListener() {} } })
}
