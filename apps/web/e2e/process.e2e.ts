/** The process as operators meet it: starting, answering, stopping, being killed. */
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
