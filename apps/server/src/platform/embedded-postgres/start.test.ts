import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPidFile } from './running-server.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts'

const settings = { shared_buffers: '16MB', fsync: 'off' }
let home: string
let toStop: EmbeddedPostgres[]
let children: ChildProcess[]

beforeEach(() => {
  home = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'muster-pg-')), 'cluster')
  toStop = []
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of toStop) await server.stop()
  await waitUntil(() => !readPidFile(path.join(home, 'data')))
  fs.rmSync(path.dirname(home), { recursive: true, force: true })
})

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ home, settings })
  toStop.push(server)
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

/** Another node process that starts the server on the same folder; resolves when its server answers. */
async function startInOtherProcess(): Promise<{ child: ChildProcess; adopted: boolean }> {
  const module = path.join(import.meta.dirname, 'start.ts')
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    const server = await startEmbeddedPostgres(${JSON.stringify({ home, settings })})
    console.log(JSON.stringify({ adopted: server.adopted }))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  return { child, adopted: (JSON.parse(String(line)) as { adopted: boolean }).adopted }
}

test('data stays from one start to the next, and stop ends the server', async () => {
  const first = await start()
  await query(first.url, "create table kept as select 'Ångström' as name")
  await first.stop()
  await expect(query(first.url, 'select 1')).rejects.toThrow()
  const second = await start()
  expect(await query(second.url, 'select name from kept')).toEqual([{ name: 'Ångström' }])
})

test('the cluster is private and compares text of every language', async () => {
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

test('a wrong password is refused', async () => {
  const { url } = await start()
  await expect(query(url.replace(/:[0-9a-f]{48}@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
})

test('a stale pid file that names a living process of another kind does not stop the start', async () => {
  const first = await start()
  const pidFile = path.join(home, 'data', 'postmaster.pid')
  const content = fs.readFileSync(pidFile, 'utf8')
  await first.stop()
  fs.writeFileSync(pidFile, content.replace(/^\d+/, String(process.pid)))
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('kill -9 of the node process frees the cluster for the next start', async () => {
  const { child } = await startInOtherProcess()
  const { pid } = readPidFile(path.join(home, 'data'))!
  child.kill('SIGKILL')
  const next = await start()
  expect(next.adopted).toBe(false)
  expect(readPidFile(path.join(home, 'data'))!.pid).not.toBe(pid)
  expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a server that another process runs is used and not stopped', async () => {
  const { child } = await startInOtherProcess()
  const mine = await start()
  expect(mine.adopted).toBe(true)
  await mine.stop()
  expect(await query(mine.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(child.exitCode).toBeNull()
})

test('of several simultaneous first starts exactly one owns the server and all can use it', async () => {
  const others = [startInOtherProcess(), startInOtherProcess()]
  const mine = await start()
  const started = [...(await Promise.all(others)), mine]
  expect(started.filter((server) => !server.adopted)).toHaveLength(1)
  expect(await query(mine.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(fs.readdirSync(home).filter((name) => /\.(new|\d+)\./.test(name))).toEqual([])
})

test('an unfinished cluster of a dead process is cleared away', async () => {
  const abandoned = path.join(home, 'data.new.4194300.abcd')
  fs.mkdirSync(abandoned, { recursive: true })
  await start()
  expect(fs.existsSync(abandoned)).toBe(false)
})

test('settings that the server refuses end the start with its own words', async () => {
  await expect(startEmbeddedPostgres({ home, settings: { work_mem: 'plenty' } })).rejects.toThrow(
    /did not start.*postgres\.log[\s\S]*work_mem/,
  )
})
