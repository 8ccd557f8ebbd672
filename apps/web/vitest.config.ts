/** Tests that need a page. Files of a process share it and its modules: to make both takes longer than most tests. */
import { pageTests } from './vitest.page.ts'

export default pageTests({
  name: 'web',
  isolate: false,
  include: ['{src,test}/**/*.test.tsx', '{src,test}/**/*.dom.test.ts'],
  exclude: ['**/*.mocked.test.tsx'],
})
