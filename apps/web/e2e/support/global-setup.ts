/** Runs once before the end-to-end tests: a browser, a build, and one server that all of them use. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { chromiumPath } from '../../../../scripts/browser.mjs'
import { ensureBuilt } from '../../../../scripts/lib/build.mjs'
import { cookieOf } from './send.ts'
import { removeFolder, startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server, without a slash at the end. */
    baseUrl: string
    /** The system administrator, who is also an administrator of the sample team. */
    admin: { email: string; password: string }
    /** Names a session of his for calls of the API. */
    adminCookie: string
    /** The server's data folder; mails are in `outbox/`. */
    dataDir: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await chromiumPath()
  await ensureBuilt()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-e2e-'))
  const admin = { email: 'admin@example.org', password: 'correct horse battery' }
  const server = await startServer(dataDir, {
    MUSTER_ADMIN_EMAIL: admin.email,
    MUSTER_ADMIN_PASSWORD: admin.password,
  })
  project.provide('baseUrl', server.baseUrl)
  project.provide('admin', admin)
  project.provide('adminCookie', await cookieOf(server.baseUrl, admin))
  project.provide('dataDir', dataDir)
  return async () => {
    await server.stop()
    await removeFolder(dataDir)
  }
}
