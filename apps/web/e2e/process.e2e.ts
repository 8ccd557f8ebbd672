/** The process as operators meet it: starting, answering, stopping, being killed. */
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningServer, removeFolder, startServer } from './support/server.ts'

let dataDir: string
let server: RunningServer | undefined
const env = {
  MUSTER_SAMPLE: 'false',
  MUSTER_ADMIN_EMAIL: 'admin@example.org',
  MUSTER_ADMIN_PASSWORD: 'correct horse battery',
}

beforeAll(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-process-'))
})
afterAll(async () => {
  await server?.stop()
  await removeFolder(dataDir)
})

test('it starts on an empty folder, answers its operators and serves the web app', async () => {
  server = await startServer(dataDir, env)
  expect(await (await fetch(`${server.baseUrl}/healthz`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(`${server.baseUrl}/metrics`)).text()).toContain(
    'muster_http_request_duration_seconds',
  )
  // What a browser requests when someone opens an address.
  const page = await fetch(`${server.baseUrl}/sign-in`, { headers: { accept: 'text/html' } })
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
})

test('its log has a line of JSON for each event and no password', () => {
  const lines = server!.log().trim().split('\n')
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual([])
  expect(server!.log()).not.toContain(env.MUSTER_ADMIN_PASSWORD)
})

test('everything in its folder is private', () => {
  expect(fs.statSync(path.join(dataDir, 'postgres')).mode & 0o077).toBe(0)
  expect(fs.statSync(path.join(dataDir, 'secret')).mode & 0o077).toBe(0)
})

test('a second process on the same port reports it in one sentence', async () => {
  const port = new URL(server!.baseUrl).port
  const other = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-other-'))
  try {
    await expect(startServer(other, { ...env, PORT: port })).rejects.toThrow(
      `Port ${port} is in use. Set PORT to another one.`,
    )
  } finally {
    await removeFolder(other)
  }
})

test('SIGTERM ends it cleanly, and it starts again', async () => {
  expect(await server!.stop()).toBe(0)
  server = await startServer(dataDir, env)
})

test('kill -9 leaves nothing that stops the next start on the same port', async () => {
  const { port } = new URL(server!.baseUrl)
  for (let round = 0; round < 3; round++) {
    const exited = once(server!.process, 'exit')
    server!.process.kill('SIGKILL')
    await exited
    server = await startServer(dataDir, { ...env, PORT: port })
  }
  expect((await fetch(`${server!.baseUrl}/readyz`)).status).toBe(200)
})

test('a second process on the same folder reports it in one sentence', async () => {
  await expect(startServer(dataDir, env)).rejects.toThrow(
    `Another Muster (process ${server!.process.pid}) uses the data folder ${dataDir}.`,
  )
})

/** Ten times, at any moment of a write: what was answered is there, and nobody has to start anything. */
test('kill -9 of PostgreSQL is a short interruption', async () => {
  const { baseUrl } = server!
  const cookie = await signIn(baseUrl)
  const acknowledged: string[] = []
  const answers = new Set<number>()
  let isDone = false
  const write = async () => {
    while (!isDone) {
      const name = `Team ${crypto.randomUUID()}`
      const response = await fetch(`${baseUrl}/api/sysAdmin/teams`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: baseUrl, cookie },
        body: JSON.stringify({ name }),
      })
      answers.add(response.status)
      if (response.ok) acknowledged.push(name)
      else if (response.status === 503) expect(response.headers.get('retry-after')).toBe('2')
      await response.arrayBuffer()
    }
  }
  const writing = Promise.all([write(), write()])
  for (let round = 0; round < 10; round++) {
    const before = acknowledged.length
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before), { timeout: 120_000 })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 200))
    const killed = postmasterPid()
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(
      async () => {
        expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200)
        expect(postmasterPid()).not.toBe(killed)
        expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200)
      },
      { timeout: 120_000, interval: 20 },
    )
  }
  isDone = true
  await writing
  // An error that was not the database's would be a 500.
  expect([...answers].filter((status) => status !== 200 && status !== 503)).toEqual([])
  const names = new Set<string>()
  for (let cursor = ''; ; ) {
    const page = await fetch(`${baseUrl}/api/sysAdmin/teams?limit=200${cursor}`, { headers: { cookie } })
    const { items, nextCursor } = (await page.json()) as {
      items: { name: string }[]
      nextCursor: string | null
    }
    for (const { name } of items) names.add(name)
    if (nextCursor === null) break
    cursor = `&cursor=${nextCursor}`
  }
  expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
})

test('a database that cannot be started again ends the process with one clear line', async () => {
  const data = path.join(dataDir, 'postgres/data')
  const exited = once(server!.process, 'exit')
  fs.renameSync(path.join(data, 'global'), path.join(data, 'global.away'))
  process.kill(postmasterPid(), 'SIGKILL')
  expect((await exited)[0]).toBe(1)
  expect(server!.log()).toContain('Muster ends: its database is lost.\nPostgreSQL did not start; see')
  fs.renameSync(path.join(data, 'global.away'), path.join(data, 'global'))
  server = await startServer(dataDir, env)
})

/** NaN while no server runs. */
function postmasterPid(): number {
  const file = path.join(dataDir, 'postgres/data/postmaster.pid')
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : Number.NaN
}

async function signIn(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/auth/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ email: env.MUSTER_ADMIN_EMAIL, password: env.MUSTER_ADMIN_PASSWORD }),
  })
  return response.headers.getSetCookie()[0]!.split(';')[0]!
}
