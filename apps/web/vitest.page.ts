/** What tests of the web app need that need a page: jsdom, and in `test/setup.ts` what it lacks. */
import { mergeConfig, type ViteUserConfig } from 'vitest/config'
import vite from './vite.config.ts'

export function pageTests(test: ViteUserConfig['test']): ViteUserConfig {
  return mergeConfig(vite, {
    test: {
      environment: 'jsdom',
      setupFiles: ['./test/setup.ts'],
      // More than the waits of a test may take together (`asyncUtilTimeout` in the setup file), lazy modules included.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      ...test,
    },
  })
}
