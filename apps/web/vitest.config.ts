/**
 * Tests of the web app that need a page, in jsdom; `test/setup.ts` gives it what jsdom lacks. The others run without one,
 * see vitest.config.logic.ts.
 */
import { defineConfig, mergeConfig } from 'vitest/config'
import vite from './vite.config.ts'

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      name: 'web',
      environment: 'jsdom',
      include: ['{src,test}/**/*.test.tsx', '{src,test}/**/*.dom.test.ts'],
      setupFiles: ['./test/setup.ts'],
      // More than the waits of a test may take together (`asyncUtilTimeout` in the setup file), lazy modules included.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
    },
  }),
)
