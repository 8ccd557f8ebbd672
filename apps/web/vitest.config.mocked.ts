/** Tests that need a page and replace modules, each file in a process of its own. */
import { pageTests } from './vitest.page.ts'

export default pageTests({ name: 'web mocked', include: ['{src,test}/**/*.mocked.test.tsx'] })
