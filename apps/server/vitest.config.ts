/** Unit and integration tests of the server, each file with a database of its own (see test/template-db.ts). */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    environment: 'node',
    // Files of a process share its modules, which keep nothing of a test: importing them again takes seconds.
    isolate: false,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['./test/global-setup.ts'],
    setupFiles: ['../../packages/contract/src/seed.test-support.ts', './test/setup.ts'],
    // Exact counts and whole answers, however busy the machine is: see src/platform/scaled-timeout.ts.
    env: { MUSTER_PATIENCE: '100' },
    // New objects have room, as under `npm start`: collecting garbage took a fifth of the time.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    // The list of what failed at the end of `npm test` has only the messages: enough to tell what was wrong.
    chaiConfig: { truncateThreshold: 2_000 },
  },
})
