/**
 * End-to-end tests: the built server on a fresh data folder, and a real browser in front of it. Two files run side by
 * side, each on a server of its own; with `--maxWorkers=1` there is one server, which starts sooner for a single file.
 */
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
    setupFiles: ['e2e/support/on-failure.ts'],
    // A test waits for the screen about half of its time: two files keep two cores busy, a third would only compete.
    maxWorkers: 2,
    // Files of a process share its modules: to import them takes more than two seconds.
    isolate: false,
    testTimeout: patience * 600_000,
    hookTimeout: patience * 900_000,
    // Longer than any person would wait: a slow machine that has other work too is no reason to fail.
    expect: { poll: { timeout: patience * 60_000 } },
  },
})
