/**
 * `npm start`: installs, builds, and runs the server, skipping steps that are up to date. Plain Node without
 * packages, because a fresh clone has none yet.
 */
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/root.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
process.env.NODE_ENV ??= 'production'
process.setSourceMapsEnabled(true)
// In this process: a child would survive a kill -9 and keep the port in use at the next start.
await import('../apps/server/dist/main.js')
