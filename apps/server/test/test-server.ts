/** The PostgreSQL server that tests run on: TEST_DATABASE_URL or DATABASE_URL, else an embedded one of its own. */
import fs from 'node:fs'
import path from 'node:path'
import { FolderInUse } from '../src/platform/embedded-postgres/folder-lock.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts'

export interface TestServer {
  url: string
  /** True when nobody else uses this server, so that left-over databases may be dropped. */
  isOurs: boolean
  stop(): Promise<void>
}

/** Clusters are kept between runs; each run takes the first that no other run holds. */
const home = path.resolve(import.meta.dirname, '../../../.cache/test-pg')
const maximumRuns = 16

/** Nothing on this server is worth a disk flush. Never for real data. */
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
  if (external) return { url: external, isOurs: false, stop: async () => {} }
  const server = await startOnFreeFolder()
  return { url: server.url, isOurs: true, stop: server.stop }
}

async function startOnFreeFolder(): Promise<EmbeddedPostgres> {
  for (let place = 1; place <= maximumRuns; place++) {
    try {
      return await startOrRebuild(path.join(home, String(place)))
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
    }
  }
  throw new Error(`${maximumRuns} test runs hold all clusters under ${home}`)
}

/** Without fsync a crash of the machine can leave a cluster that does not start; it holds nothing to keep. */
async function startOrRebuild(folder: string): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ home: folder, settings })
  } catch (error) {
    if (error instanceof FolderInUse) throw error
    fs.rmSync(folder, { recursive: true, force: true })
    return startEmbeddedPostgres({ home: folder, settings })
  }
}
