import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts'

const rounds = 20
let home: string
let writer: ChildProcess | undefined

beforeAll(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-kill-'))
})
afterAll(async () => {
  writer?.kill('SIGKILL')
  const server = await startEmbeddedPostgres({ home })
  await server.stop()
  fs.rmSync(home, { recursive: true, force: true })
})

/** A process with the embedded database and its real settings, which says each number that it has committed. */
const program = `
  const { startEmbeddedPostgres } = await import(${JSON.stringify(path.resolve(import.meta.dirname, '../src/platform/embedded-postgres/start.ts'))})
  const { default: pg } = await import('pg')
  const server = await startEmbeddedPostgres({ home: process.argv[1] })
  const pool = new pg.Pool({ connectionString: server.url, max: 4 })
  await pool.query('create table if not exists written (id bigint generated always as identity primary key, filler text)')
  console.log('ready')
  const write = async () => {
    for (;;) {
      const { rows } = await pool.query("insert into written (filler) values (repeat('x', 500)) returning id")
      console.log(rows[0].id)
    }
  }
  await Promise.all([write(), write(), write(), write()])`

async function startWriter(acknowledged: Set<string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, home], {
    cwd: path.resolve(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = readline.createInterface({ input: child.stdout! })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The writer ended with ${code}`)))
    lines.on('line', (line) => (line === 'ready' ? resolve() : acknowledged.add(line)))
  })
  return child
}

function serverPid(): number {
  const [pid] = fs.readFileSync(path.join(home, 'data/postmaster.pid'), 'utf8').split('\n')
  return Number(pid)
}

/** Unless it has ended by itself, which it does soon after the process that it belongs to. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function readWritten(): Promise<Set<string>> {
  const server = await startEmbeddedPostgres({ home })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from written')
  await client.end()
  await server.stop()
  return new Set(rows.map(({ id }) => id))
}

test(`killed with -9 ${rounds} times while writing, every acknowledged write is there and the next start works`, async () => {
  const acknowledged = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const before = acknowledged.size
    writer = await startWriter(acknowledged)
    await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before), { timeout: 60_000 })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 250))
    const exited = once(writer, 'exit')
    const server = serverPid()
    writer.kill('SIGKILL')
    // Every second time the database server dies with it, and must recover from its log.
    if (round % 2 === 1) kill(server)
    await exited
  }
  const written = await readWritten()
  const lost = [...acknowledged].filter((id) => !written.has(id))
  expect(lost).toEqual([])
  expect(acknowledged.size).toBeGreaterThanOrEqual(rounds)
}, 600_000)
