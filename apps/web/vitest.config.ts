/** Unit tests of the web app in jsdom; `test/setup.ts` gives it what jsdom lacks. */
import { defineConfig, mergeConfig } from 'vitest/config'
import vite from './vite.config.ts'

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      name: 'web',
      environment: 'jsdom',
      include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
      setupFiles: ['./test/setup.ts'],
      testTimeout: 60_000,
      expect: { poll: { timeout: 20_000 } },
    },
  }),
)
