/** End-to-end tests: the built server on a fresh data folder, and a real browser in front of it. */
import { defineConfig } from 'vitest/config'

/** See e2e/support/browser.ts: there each test takes longer too. */
const patience = process.env.MUSTER_E2E_SLOW ? 4 : 1

export default defineConfig({
  test: {
    name: 'e2e',
    root: 'apps/web',
    environment: 'node',
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['e2e/support/global-setup.ts'],
    // One browser at a time: on two cores a second one would only make the first wait.
    fileParallelism: false,
    testTimeout: patience * 600_000,
    hookTimeout: patience * 900_000,
    // Longer than any person would wait: a slow machine that has other work too is no reason to fail.
    expect: { poll: { timeout: patience * 60_000 } },
  },
})
