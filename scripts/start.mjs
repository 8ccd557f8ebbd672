/**
 * `npm start`: installs, builds, and runs the server. Plain Node without packages, because on a fresh clone there
 * are none yet. What is done already is not done again.
 */
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/root.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
process.env.NODE_ENV ??= 'production'
process.setSourceMapsEnabled(true)
// In this very process: a child of ours would outlive a kill -9 and hold the port against the next start.
await import('../apps/server/dist/main.js')
