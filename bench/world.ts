/** The environment of a run: a database, the built server, the baseline, and a signed-in caller. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@muster/server/src/platform/embedded-postgres/start.ts'
import pg from 'pg'
import { fields } from './people.ts'

const root = path.resolve(import.meta.dirname, '..')
const admin = { email: 'bench@example.org', password: 'bench-password-1' }
const secret = 'the secret of benchmarks, 32 characters'

export interface World {
  url: string
  databaseUrl: string
  /** Of the installation. */
  secret: string
  cookie: string
  server: ChildProcess
  teamId: number
  /** Of the mails that the server has sent. */
  outboxDir: string
  stop(): Promise<void>
}

/**
 * Starts our server on an empty database: a new cluster in a temporary folder, or that of BENCH_DATABASE_URL, which names a
 * superuser.
 */
export async function createWorld(): Promise<World> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-bench-'))
  const external = process.env.BENCH_DATABASE_URL
  const cluster = external ? null : await startEmbeddedPostgres({ home: path.join(home, 'postgres') })
  const databaseUrl = external ?? (cluster?.url as string)
  await fillLog(databaseUrl)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [...startOptions(), path.join(root, 'apps/server/dist/main.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      MUSTER_DATA_DIR: path.join(home, 'data'),
      MUSTER_SECRET: secret,
      // Callers name their own addresses, by which visitors are limited.
      MUSTER_TRUST_PROXY: 'true',
      MUSTER_ADMIN_EMAIL: admin.email,
      MUSTER_ADMIN_PASSWORD: admin.password,
      MUSTER_SAMPLE: 'false',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await waitForServer(`${url}/readyz`, server)
  const cookie = await signIn(url)
  const team = await call<{ teamId: number }>({ url, cookie }, 'POST', '/sysAdmin/teams', { name: 'Bench' })
  return {
    url,
    databaseUrl,
    secret,
    cookie,
    server,
    teamId: team.teamId,
    outboxDir: path.join(home, 'data', 'outbox'),
    stop: async () => {
      await stopProcess(server)
      await cluster?.stop()
      fs.rmSync(home, { recursive: true, force: true })
    },
  }
}

const logFiles = 48

/**
 * Writes so much log that the server, like one that has been in use, can write its files again. For each new one of 16 MB, a
 * commit waits 60 ms, which would be ours or the baseline's by chance.
 */
async function fillLog(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (let file = 0; file < logFiles; file++) {
      await client.query(`select pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()`)
    }
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** The options that `npm start` gives to Node. */
function startOptions(): string[] {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').filter((part) => part.startsWith('--'))
}

export async function startBaseline(world: World, table: string, dataCollectionId: number) {
  const port = await freePort()
  const child = fork(
    path.join(import.meta.dirname, 'raw-server.ts'),
    [world.databaseUrl, String(port), `team_${world.teamId}`, table, String(dataCollectionId)],
    { execArgv: ['--import', 'tsx'], env: { ...process.env, NODE_ENV: 'production' } },
  )
  await new Promise((resolve) => child.once('message', resolve))
  return { url: `http://127.0.0.1:${port}`, stop: () => stopProcess(child) }
}

/** Creates a collection with the fourteen fields. */
export async function createPeople(
  world: World,
  name: string,
  more: { representsPeople?: boolean } = {},
): Promise<{ id: number; tableName: string }> {
  const base = `/teams/${world.teamId}/dataCollections`
  const collection = await call<{ id: number; tableName: string; DataFields: { id: number }[] }>(
    world,
    'POST',
    base,
    { name, pluralName: name, ...more },
  )
  for (const field of fields) await call(world, 'POST', `${base}/${collection.id}/dataFields`, field)
  return collection
}

export async function call<Answer>(
  { url, cookie }: Pick<World, 'url' | 'cookie'>,
  method: string,
  apiPath: string,
  body?: unknown,
): Promise<Answer> {
  const isStream = body instanceof ReadableStream
  const response = await fetch(`${url}/api${apiPath}`, {
    method,
    headers: { cookie, 'content-type': isStream ? 'text/csv' : 'application/json' },
    ...(body === undefined ? {} : { body: isStream ? body : JSON.stringify(body), duplex: 'half' }),
  } as RequestInit)
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${apiPath}: ${response.status} ${text}`)
  return (text ? JSON.parse(text) : undefined) as Answer
}

/** @returns the cookies of a new session */
export async function signIn(
  url: string,
  person: { email: string; password: string } = admin,
): Promise<string> {
  const response = await fetch(`${url}/api/auth/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  if (!response.ok) throw new Error(`sign in: ${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function waitForServer(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}; was it built?`)
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}

export function stopProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** The peak and current memory of a process in megabytes; null where the system does not report it. */
export function memory(pid: number): { peak: number; now: number } | null {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
    const read = (name: string): number =>
      Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
    return { peak: read('VmHWM'), now: read('VmRSS') }
  } catch {
    return null
  }
}

/** Resets the peak memory, so that a phase can be measured separately. */
export function resetPeak(pid: number): void {
  try {
    fs.writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {}
}

/** Waits until the search index has the imported records, because then what changes them has the most work. */
export async function waitForSearchIndex(world: World): Promise<void> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  for (;;) {
    const { rows } = await client.query(
      `select exists (select from team_${world.teamId}.data_record where search is null and search_pending is not null)
        or exists (select from pg_stat_activity where state = 'active' and query like 'vacuum%') as busy`,
    )
    if (!rows[0].busy) break
    await sleep(200)
  }
  await client.end()
}

/** Waits for background indexes, then updates the statistics, as autovacuum would later. */
export async function waitForIndexes(world: World, tableName: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  for (let idleChecks = 0; idleChecks < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const { rows } = await client.query(
      `select (select count(*) from pg_stat_activity where state <> 'idle' and pid <> pg_backend_pid()
           and backend_type = 'client backend')::int
         + (select count(*) from muster_jobs.jobs where task_identifier ~ '^index_')::int as busy`,
    )
    idleChecks = rows[0].busy === 0 ? idleChecks + 1 : 0
  }
  await client.query(`vacuum analyze team_${world.teamId}."${tableName}"`)
  await client.query(`vacuum analyze team_${world.teamId}.data_record`)
  await client.end()
}
