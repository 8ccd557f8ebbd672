/** Tests of the web app's rules, which need no page: without jsdom, and one after the other in the same process. */
import { defineConfig, mergeConfig } from 'vitest/config'
import vite from './vite.config.ts'

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      name: 'web logic',
      environment: 'node',
      isolate: false,
      include: ['{src,test}/**/*.test.ts'],
      exclude: ['**/*.dom.test.ts'],
    },
  }),
)
