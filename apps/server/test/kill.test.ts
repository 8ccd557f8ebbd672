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

/** A process with the embedded database and its real settings that prints the ids of committed rows. */
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

/** Kills a process unless it has already ended. */
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

test(`after ${rounds} kills with -9 during writes, no acknowledged write is lost`, async () => {
  const acknowledged = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const before = acknowledged.size
    writer = await startWriter(acknowledged)
    await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before), { timeout: 60_000 })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 250))
    const exited = once(writer, 'exit')
    const server = serverPid()
    writer.kill('SIGKILL')
    // Every second time the database server is killed too, and has to recover from its WAL.
    if (round % 2 === 1) kill(server)
    await exited
  }
  const written = await readWritten()
  const lost = [...acknowledged].filter((id) => !written.has(id))
  expect(lost).toEqual([])
  expect(acknowledged.size).toBeGreaterThanOrEqual(rounds)
}, 600_000)
