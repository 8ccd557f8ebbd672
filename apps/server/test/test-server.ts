/** The PostgreSQL server for tests: that of TEST_DATABASE_URL or DATABASE_URL, else an embedded one. */
import fs from 'node:fs'
import path from 'node:path'
import { FolderInUse } from '../src/platform/embedded-postgres/folder-lock.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts'

export interface TestServer {
  url: string
  /** True when only this run uses the server, so that databases that are left over may be dropped. */
  isExclusive: boolean
  stop(): Promise<void>
}

/** Clusters are kept between runs; each run takes the first that no other run uses. */
const home = path.resolve(import.meta.dirname, '../../../.cache/test-pg')
const maximumRuns = 16

/** Fast but not durable: never use these settings for real data. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
  shared_buffers: '128MB',
  max_connections: 200,
}

export async function startTestServer(): Promise<TestServer> {
  const external = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL
  if (external) return { url: external, isExclusive: false, stop: async () => {} }
  const server = await startInFreeFolder()
  return { url: server.url, isExclusive: true, stop: server.stop }
}

async function startInFreeFolder(): Promise<EmbeddedPostgres> {
  for (let number = 1; number <= maximumRuns; number++) {
    try {
      return await startOrRebuild(path.join(home, String(number)))
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
    }
  }
  throw new Error(`${maximumRuns} test runs use all clusters in ${home}`)
}

/** Without fsync a crash of the machine can corrupt the cluster; then it is deleted and created again. */
async function startOrRebuild(folder: string): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ home: folder, settings })
  } catch (error) {
    if (error instanceof FolderInUse) throw error
    fs.rmSync(folder, { recursive: true, force: true })
    return startEmbeddedPostgres({ home: folder, settings })
  }
}
