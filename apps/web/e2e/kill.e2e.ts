/** What the server acknowledged as saved is saved, whatever happens to it. */
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import { afterAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { type RunningServer, removeFolder, startServer } from './support/server.ts'

const rounds = 20
const admin = { email: 'admin@example.org', password: 'correct horse battery' }
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-killed-'))
let server: RunningServer | undefined

afterAll(async () => {
  await server?.stop()
  await removeFolder(dataDir)
})

/** The same port each time, so that a stale socket would show. */
async function start(): Promise<RunningServer> {
  const port = server ? { PORT: new URL(server.baseUrl).port } : undefined
  return startServer(dataDir, {
    MUSTER_SAMPLE: 'false',
    MUSTER_ADMIN_EMAIL: admin.email,
    MUSTER_ADMIN_PASSWORD: admin.password,
    ...port,
  })
}

async function makePlace(api: ApiClient) {
  const { teamId } = await api.call(sysAdminApi.createTeam, { body: { name: 'Killed' } })
  const collection = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Note', pluralName: 'Notes' },
  })
  const columnName = collection.DataFields[0]!.columnName
  return { params: { teamId, dataCollectionId: collection.id }, columnName }
}

test(`killed with -9 ${rounds} times while people write, it keeps every record that it acknowledged`, async () => {
  server = await start()
  // The session outlives the process, as its secret does.
  const api = await signInToApi(admin, server.baseUrl)
  const { params, columnName } = await makePlace(api)
  const acknowledged = new Map<number, string>()
  let count = 0

  /** Writes until the connection breaks. */
  async function write(): Promise<void> {
    for (;;) {
      const text = `Note ${count++}`
      const answer = await api
        .call(recordsApi.create, { params, body: { values: { [columnName]: text } } })
        .catch(() => undefined)
      if (!answer) return
      acknowledged.set(answer.record.id, text)
    }
  }

  for (let round = 0; round < rounds; round++) {
    const before = acknowledged.size
    const writers = [write(), write(), write()]
    // Each has written at least once, however slow the machine is; then at any moment.
    await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 1)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
    const exited = once(server.process, 'exit')
    server.process.kill('SIGKILL')
    await Promise.all([exited, ...writers])
    server = await start()
  }

  const kept = new Map<number, unknown>()
  for (let cursor: string | undefined; ; ) {
    const page = await api.call(recordsApi.query, {
      params,
      body: { limit: 1000, ...(cursor && { cursor }) },
    })
    for (const { id, values } of page.items) kept.set(id, values[columnName])
    if (!page.nextCursor) break
    cursor = page.nextCursor
  }
  const lost = [...acknowledged].filter(([id, text]) => kept.get(id) !== text)
  expect(lost).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(rounds)
  // A write is atomic: each record has its history too.
  const last = [...acknowledged.keys()].at(-1)!
  const history = await api.call(recordsApi.logEvents, {
    params: { teamId: params.teamId, dataRecordId: last },
    query: {},
  })
  expect(history.items.length).toBeGreaterThan(0)
}, 1_200_000)
