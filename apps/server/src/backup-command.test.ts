import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type BuiltProgram, buildMuster } from '../test/muster-process.ts'
import { freePort } from './platform/embedded-postgres/host.ts'
import { runningUrl } from './platform/embedded-postgres/running-server.ts'

const admin = { email: 'admin@example.org', password: 'a long password' }
let built: BuiltProgram
let folder: string
let children: ChildProcess[]

beforeAll(async () => {
  built = await buildMuster()
}, 600_000)
afterAll(() => built?.remove())

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-command-'))
  children = []
})

afterEach(async () => {
  for (const child of children) await stop(child)
  fs.rmSync(folder, { recursive: true, force: true })
})

function muster(dataDir: string, port: number, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [built.main, ...args], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: '',
      MUSTER_DATA_DIR: path.join(folder, dataDir),
      MUSTER_BACKUP_PASSPHRASE: 'correct horse battery staple',
      MUSTER_ADMIN_EMAIL: dataDir === 'first' ? admin.email : '',
      MUSTER_ADMIN_PASSWORD: dataDir === 'first' ? admin.password : '',
      MUSTER_SAMPLE: 'false',
      // No jobs, so that no scheduled backup comes in between.
      MUSTER_ROLE: 'web',
      LOG_LEVEL: 'error',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const signIn = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/auth/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://localhost:${port}` },
    body: JSON.stringify(admin),
  })

const canSignIn = (port: number) =>
  vi.waitFor(async () => expect((await signIn(port)).status).toBe(200), { timeout: 240_000, interval: 250 })

test('a backup by command is restored by command on an empty folder, where its user signs in', async () => {
  const [port, other] = [await freePort(), await freePort()]
  const first = muster('first', port)
  await canSignIn(port)
  const file = path.join(folder, 'backup.age')
  const command = muster('first', port, '--backup', file)
  const ofTeam = muster('first', port, '--export-team', path.join(folder, 'team.age'), '--team', '7')
  const refusal = text(ofTeam.stderr!)
  const [output, errors] = await Promise.all([text(command.stdout!), text(command.stderr!)])
  expect(errors).toBe('')
  expect(output).toMatch(/^Backed up \d+ tables as of .*\nThe backup was restored for a rehearsal/)
  expect(await refusal).toMatch(/There is no team with the id 7\./)
  await stop(first)

  muster('second', other, '--restore', file)
  await canSignIn(other)
  const client = new pg.Client({
    connectionString: runningUrl(path.join(folder, 'second/postgres'), 'muster'),
  })
  await client.connect()
  const { rows } = await client.query(
    `select done_at is not null as "isHeld" from muster.installation_step where name = 'restored'`,
  )
  await client.end()
  expect(rows).toEqual([{ isHeld: true }])

  const again = muster('second', other, '--restore', file)
  expect(await text(again.stderr!)).toMatch(/The folder .* is not empty/)
}, 600_000)
