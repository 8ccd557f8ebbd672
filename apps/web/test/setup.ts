/** Runs before each test file of the web app: texts, matchers for the page, and the browser APIs that jsdom lacks. */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { startI18n } from '../src/lib/i18n.ts'

beforeAll(async () => {
  await startI18n('en')
})

afterEach(cleanup)

// A busy machine may take longer than a second for what is loaded lazily.
configure({ asyncUtilTimeout: 15_000 })

// Mantine asks for these when it mounts.
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
