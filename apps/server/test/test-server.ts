/** The PostgreSQL server that tests run on: TEST_DATABASE_URL or DATABASE_URL, else an embedded one of its own. */
import fs from 'node:fs'
import path from 'node:path'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts'

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
  const place = takePlace()
  const server = await startOrRebuild(place.folder)
  return {
    url: server.url,
    isOurs: true,
    stop: async () => {
      await server.stop()
      place.release()
    },
  }
}

/** Without fsync a crash of the machine can leave a cluster that does not start; it holds nothing to keep. */
async function startOrRebuild(folder: string) {
  try {
    return await startEmbeddedPostgres({ home: folder, settings })
  } catch {
    fs.rmSync(folder, { recursive: true, force: true })
    return startEmbeddedPostgres({ home: folder, settings })
  }
}

/** A lock file with our pid, beside the cluster's folder; that of a dead process counts for nothing. */
function takePlace(): { folder: string; release(): void } {
  fs.mkdirSync(home, { recursive: true })
  for (let place = 1; place <= maximumRuns; place++) {
    const lock = path.join(home, `${place}.lock`)
    if (Number.isInteger(holderOf(lock))) continue
    fs.rmSync(lock, { force: true })
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' })
    } catch {
      continue // Another run was quicker.
    }
    return { folder: path.join(home, String(place)), release: () => fs.rmSync(lock, { force: true }) }
  }
  throw new Error(`${maximumRuns} test runs hold all clusters under ${home}`)
}

function holderOf(lock: string): number | undefined {
  try {
    const pid = Number(fs.readFileSync(lock, 'utf8'))
    process.kill(pid, 0)
    return pid
  } catch (error) {
    // EPERM: it lives, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 0 : undefined
  }
}
