/** What the server acknowledged as saved is saved, and what is sent again is done once, whatever happens to it. */
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { importsApi } from '@muster/contract/imports/imports.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import { afterAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { Refused } from './support/send.ts'
import { type RunningServer, removeFolder, startServer } from './support/server.ts'

/** Every second time the database is killed instead of the server, and has to be back by itself. */
const rounds = 20
const importedRows = 200
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

function databasePid(): number {
  const file = fs.readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

/** Whether nobody can know if the request was carried out: the connection broke, or the server says that it failed. */
const isUnanswered = (error: unknown) => !(error instanceof Refused) || error.status >= 500

interface Write {
  key: string
  send(api: ApiClient, headers: Record<string, string>): Promise<void>
}

test(`killed with -9 ${rounds} times while people write, all is there that was acknowledged, and nothing twice`, async () => {
  server = await start()
  // The session outlives the process, as its secret does.
  const api = await signInToApi(admin, server.baseUrl)
  const { params, columnName } = await makePlace(api)
  const { teamId } = params
  const created = new Map<number, string>()
  const changes = new Map<number, number>()
  let count = 0
  let answered = 0

  const aCreate = (): Write => {
    const text = `Note ${count++}`
    return {
      key: crypto.randomUUID(),
      async send(api, headers) {
        const body = { values: { [columnName]: text } }
        const { record } = await api.call(recordsApi.create, { params, body }, headers)
        created.set(record.id, text)
      },
    }
  }
  const aChange = (dataRecordId: number): Write => {
    const text = `Changed ${count++}`
    return {
      key: crypto.randomUUID(),
      async send(api, headers) {
        const body = { values: { [columnName]: text } }
        const { record } = await api.call(
          recordsApi.update,
          { params: { teamId, dataRecordId }, body },
          headers,
        )
        expect(record.values[columnName]).toBe(text)
        changes.set(dataRecordId, (changes.get(dataRecordId) ?? 0) + 1)
      },
    }
  }
  const anImport = async (round: number): Promise<Write> => {
    const rows = Array.from({ length: importedRows }, (_, n) => `Row ${round}.${n}`)
    const upload = { params, query: { dataCollectionId: params.dataCollectionId, fileName: 'rows.csv' } }
    const body = ['Name', ...rows].join('\n')
    const { id } = await api.call(importsApi.upload, { ...upload, body } as never)
    const call = { params: { teamId, importId: id }, body: { columns: [{ index: 0, columnName }] } }
    await api.call(importsApi.check, call as never)
    await statusOf(id, 'ready')
    imports.push(id)
    return {
      key: crypto.randomUUID(),
      async send(api, headers) {
        await api.call(importsApi.run, call as never, headers).catch((error: unknown) => {
          if (!(error instanceof Refused) || !error.message.includes('already_done')) throw error
        })
      },
    }
  }
  const imports: number[] = []
  const statusOf = (importId: number, status: string) =>
    expect
      .poll(async () => (await api.call(importsApi.get, { params: { teamId, importId } })).status)
      .toBe(status)

  const unanswered: Write[] = []
  async function attempt(write: Write): Promise<boolean> {
    try {
      await write.send(api, { 'idempotency-key': write.key })
      answered++
      return true
    } catch (error) {
      if (!isUnanswered(error)) throw error
      unanswered.push(write)
      return false
    }
  }
  /** Writes until there is no answer. */
  async function writeOn(next: () => Write): Promise<void> {
    while (await attempt(next())) {}
  }

  const [first, second] = [aCreate(), aCreate()]
  for (const write of [first, second]) expect(await attempt(write)).toBe(true)
  const changed = [...created.keys()]

  for (let round = 0; round < rounds; round++) {
    const ofImport = await anImport(round)
    const before = answered
    const writers = [writeOn(aCreate), writeOn(aCreate), ...changed.map((id) => writeOn(() => aChange(id)))]
    // Each has written at least once, however slow the machine is; then at any moment.
    await expect.poll(() => answered).toBeGreaterThan(before + writers.length)
    const importing = attempt(ofImport)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
    if (round % 2 === 0) {
      const exited = once(server.process, 'exit')
      server.process.kill('SIGKILL')
      await Promise.all([exited, importing, ...writers])
      server = await start()
    } else {
      process.kill(databasePid(), 'SIGKILL')
      await Promise.all([importing, ...writers])
    }
    for (const write of unanswered.splice(0)) {
      await expect.poll(() => attempt(write)).toBe(true)
    }
    unanswered.length = 0
  }
  for (const id of imports) await statusOf(id, 'done')

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
  const lost = [...created].filter(([id, text]) => !changed.includes(id) && kept.get(id) !== text)
  expect(lost).toEqual([])
  // Nothing was done twice: each record was acknowledged, and each row came in once.
  const imported = [...kept].filter(([, value]) => String(value).startsWith('Row'))
  expect(new Set(imported.map(([, value]) => value)).size).toBe(rounds * importedRows)
  expect(imported).toHaveLength(rounds * importedRows)
  expect(kept.size - imported.length).toBe(created.size)
  for (const dataRecordId of changed) {
    const { version } = await api.call(recordsApi.get, { params: { teamId, dataRecordId } })
    expect(version).toBe(1 + changes.get(dataRecordId)!)
  }
  // A write is atomic: each record has its history too.
  const last = [...created.keys()].at(-1)!
  const history = await api.call(recordsApi.logEvents, { params: { teamId, dataRecordId: last }, query: {} })
  expect(history.items.length).toBeGreaterThan(0)
}, 1_200_000)
