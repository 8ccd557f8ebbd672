/** Runs once before the end-to-end tests: a browser, a build, and a server for each worker. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { chromiumPath } from '../../../../scripts/browser.mjs'
import { ensureBuilt } from '../../../../scripts/lib/build.mjs'
import { cookieOf } from './send.ts'
import { type RunningServer, removeFolder, startServer } from './server.ts'
import type { Site } from './site.ts'

const admin = { email: 'admin@example.org', password: 'correct horse battery' }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A browser that is missing is downloaded, while the build keeps the cores busy.
  await Promise.all([chromiumPath(), ensureBuilt()])
  const servers: RunningServer[] = []
  const folders: string[] = []
  const stopAll = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await Promise.all(folders.map(removeFolder))
  }
  const start = async (): Promise<Site> => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-e2e-'))
    folders.push(dataDir)
    const server = await startServer(dataDir, {
      MUSTER_ADMIN_EMAIL: admin.email,
      MUSTER_ADMIN_PASSWORD: admin.password,
      MUSTER_WEBHOOK_HOSTS: '127.0.0.1',
    })
    servers.push(server)
    return { baseUrl: server.baseUrl, admin, adminCookie: await cookieOf(server.baseUrl, admin), dataDir }
  }
  const started = await Promise.allSettled(Array.from({ length: project.config.maxWorkers }, start))
  const failed = started.find(({ status }) => status === 'rejected')
  if (failed) {
    await stopAll()
    throw (failed as PromiseRejectedResult).reason
  }
  project.provide(
    'sites',
    started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
  )
  return stopAll
}
