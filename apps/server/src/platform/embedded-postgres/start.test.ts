import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readPidFile } from './running-server.ts'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.ts'

const settings = { shared_buffers: '16MB', fsync: 'off' }
let home: string
let servers: EmbeddedPostgres[]
let children: ChildProcess[]

beforeEach(() => {
  home = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'muster-pg-')), 'cluster')
  servers = []
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of servers) await server.stop()
  await waitUntil(() => serverPidsIn(home).length === 0)
  fs.rmSync(path.dirname(home), { recursive: true, force: true })
})

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ home, settings, ...options })
  servers.push(server)
  return server
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function waitUntil(isDone: () => boolean): Promise<void> {
  for (let step = 0; step < 1200 && !isDone(); step++) await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isDone()).toBe(true)
}

/** A Node process that starts the server on the same folder and prints `started` or the error message. */
function spawnStarter(): ChildProcess {
  const module = path.join(import.meta.dirname, 'start.ts')
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    try {
      await startEmbeddedPostgres(${JSON.stringify({ home, settings })})
      console.log('started')
    } catch (error) {
      console.log(error.message)
    }
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

/** Resolves with the process and the line that it printed. */
async function startInOtherProcess(): Promise<{ child: ChildProcess; line: string }> {
  const child = spawnStarter()
  const [line] = await once(child.stdout!, 'data')
  return { child, line: String(line).trim() }
}

/** The ids of the PostgreSQL processes that run in the folder. */
function serverPidsIn(folder: string): number[] {
  const data = path.join(folder, 'data')
  return fs
    .readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map(Number)
    .filter((pid) => {
      try {
        return fs.readlinkSync(`/proc/${pid}/cwd`) === data
      } catch {
        return false
      }
    })
}

const postmasterPid = () => readPidFile(path.join(home, 'data'))?.pid

test('data survives a restart, and stop ends the server', async () => {
  const first = await start()
  await query(first.url, "create table kept as select 'Ångström' as name")
  await first.stop()
  await expect(query(first.url, 'select 1')).rejects.toThrow()
  const second = await start()
  expect(await query(second.url, 'select name from kept')).toEqual([{ name: 'Ångström' }])
})

test('the cluster is private and supports text in every language', async () => {
  const server = await start()
  expect(fs.statSync(home).mode & 0o777).toBe(0o700)
  expect(fs.statSync(path.join(home, 'secret')).mode & 0o777).toBe(0o600)
  await query(server.url, 'create extension pg_trgm; create extension unaccent')
  const rows = await query(
    server.url,
    `select similarity('Čapek', 'čapek') as trigrams, unaccent('Čapek') as plain, show_trgm('ž') <> '{}' as has,
      current_setting('timezone') as zone, lower('ÉCOLE') as lower`,
  )
  expect(rows).toEqual([{ trigrams: 1, plain: 'Capek', has: true, zone: 'UTC', lower: 'école' }])
})

const clientAddress = 'select inet_client_addr() is null as "isLocal"'
const socketsIn = (folder: string) => fs.readdirSync(folder).filter((name) => /^\.s\.PGSQL\.\d+$/.test(name))

test('clients use a private socket, of which none is left over from a server that was killed', async () => {
  const { url, port } = await start()
  expect(await query(url, clientAddress)).toEqual([{ isLocal: true }])
  expect(socketsIn(home)).toEqual([`.s.PGSQL.${port}`])
  expect(fs.statSync(path.join(home, `.s.PGSQL.${port}`)).mode & 0o777).toBe(0o700)
  fs.writeFileSync(path.join(home, '.s.PGSQL.1'), '')
  await servers.pop()?.stop()
  const next = await start()
  expect(socketsIn(home)).toEqual([`.s.PGSQL.${next.port}`])
})

test('where the folder has too long a name for a socket, clients use TCP', async () => {
  home = path.join(home, 'a'.repeat(100))
  const { url } = await start()
  expect(await query(url, clientAddress)).toEqual([{ isLocal: false }])
})

test('a wrong password is rejected', async () => {
  const { url } = await start()
  await expect(query(url.replace(/:[0-9a-f]{48}@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
})

test('a stale pid file with the pid of another program does not prevent the start', async () => {
  const first = await start()
  const pidFile = path.join(home, 'data', 'postmaster.pid')
  const content = fs.readFileSync(pidFile, 'utf8')
  await first.stop()
  fs.writeFileSync(pidFile, content.replace(/^\d+/, String(process.pid)))
  const second = await start()
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('after kill -9 of the Node process the cluster can be started again', async () => {
  const { child } = await startInOtherProcess()
  const pid = postmasterPid()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await start()
  expect(postmasterPid()).not.toBe(pid)
  expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a folder that another process uses is rejected and not changed', async () => {
  const { child } = await startInOtherProcess()
  const pid = postmasterPid()
  await expect(start()).rejects.toThrow(
    `Another Muster (process ${child.pid}) uses the data folder ${path.dirname(home)}.`,
  )
  expect(postmasterPid()).toBe(pid)
})

test('exactly one of several simultaneous first starts succeeds', async () => {
  const others = await Promise.all([startInOtherProcess(), startInOtherProcess(), startInOtherProcess()])
  const [started, ...rejected] = others
    .map(({ line }) => line)
    .sort()
    .reverse()
  expect(started).toBe('started')
  for (const line of rejected) expect(line).toMatch(/^Another Muster .*uses the data folder/)
  expect(fs.readdirSync(home).filter((name) => /^(data|secret)\./.test(name))).toEqual([])
})

test('a server that is killed is restarted with the same address', async () => {
  const onCrash = vi.fn()
  const server = await start({ onCrash })
  await query(server.url, 'create table kept as select 1 as one')
  for (let round = 1; round <= 3; round++) {
    const pid = postmasterPid()!
    process.kill(pid, 'SIGKILL')
    // A server that is killed while it starts costs one more attempt and does not count as a crash.
    await vi.waitFor(
      async () => {
        expect(postmasterPid()).not.toBe(pid)
        await query(server.url, 'select one from kept')
      },
      { timeout: 60_000 },
    )
  }
  expect(onCrash).toHaveBeenCalled()
})

test('a server that cannot be restarted is reported once, with its log', async () => {
  const lost: Error[] = []
  const server = await start({ restartPausesMs: [0, 0], onLost: (error) => lost.push(error) })
  fs.renameSync(path.join(home, 'data/global'), path.join(home, 'data/global.away'))
  process.kill(postmasterPid()!, 'SIGKILL')
  await waitUntil(() => lost.length > 0)
  expect(lost.map(({ message }) => message)).toEqual([expect.stringMatching(/did not start.*postgres\.log/)])
  await expect(query(server.url, 'select 1')).rejects.toThrow(/ECONNREFUSED|ENOENT/)
})

test('stopping during a restart leaves no process behind', async () => {
  const server = await start()
  process.kill(postmasterPid()!, 'SIGKILL')
  await server.stop()
  // The child processes of the killed server end soon after it.
  await waitUntil(() => serverPidsIn(home).length === 0)
})

test('a server that hangs while it starts ends with our process', async () => {
  await (await start()).stop()
  // The server reads this pipe before it answers, and no process writes to it.
  const file = path.join(home, 'data/postgresql.auto.conf')
  fs.rmSync(file)
  expect(spawnSync('mkfifo', ['-m', '644', file]).status).toBe(0)
  const child = spawnStarter()
  await waitUntil(() => serverPidsIn(home).length > 0)
  child.kill('SIGKILL')
  await waitUntil(() => serverPidsIn(home).length === 0)
})

test('the unfinished cluster of a process that has ended is removed', async () => {
  const abandoned = path.join(home, 'data.new.4194300.abcd')
  fs.mkdirSync(abandoned, { recursive: true })
  await start()
  expect(fs.existsSync(abandoned)).toBe(false)
})

test('settings that the server rejects fail the start with its error message', async () => {
  await expect(startEmbeddedPostgres({ home, settings: { work_mem: 'plenty' } })).rejects.toThrow(
    /did not start.*postgres\.log[\s\S]*work_mem/,
  )
})
