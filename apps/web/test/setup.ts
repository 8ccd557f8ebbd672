/** Runs before each test file of the web app: texts, matchers for the page, and the browser APIs that jsdom lacks. */
import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { startI18n } from '../src/lib/i18n.ts'

beforeAll(async () => {
  await startI18n('en')
})

afterEach(cleanup)

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
