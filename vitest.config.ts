/** Unit and integration tests. `npx vitest run --project server` runs one part; end-to-end tests have their own file. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two cores: more workers only make the tests that measure time unsteady.
    maxWorkers: 2,
    projects: ['packages/contract', 'apps/server', 'apps/web', 'apps/web/vitest.config.{logic,mocked}.ts'],
  },
})
