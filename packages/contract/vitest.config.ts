/** Unit tests of the contract. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'contract',
    environment: 'node',
    // Files of a process share its modules, which keep nothing of a test: importing them again takes seconds.
    isolate: false,
    include: ['src/**/*.test.ts'],
    setupFiles: ['./src/seed.test-support.ts'],
    testTimeout: 180_000,
  },
})
