/** `npm run bench [-- --out FILE] [-- --quick]`: builds the app, then measures it. See bench/main.ts. */
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
const status = await runNode('node_modules/tsx/dist/cli.mjs', ['bench/main.ts', ...process.argv.slice(2)])
process.exitCode = typeof status === 'number' ? status : 0
