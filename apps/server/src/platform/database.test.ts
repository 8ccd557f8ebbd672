import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../test/template-db.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database.ts'
import { createLogger } from './log.ts'

let database: TestDatabase
let folder: string
let proxy: net.Server

beforeEach(async () => {
  database = await emptyDatabase()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-socket-'))
})
afterEach(async () => {
  proxy.close()
  await database.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('waits for an external database whose socket does not exist yet', async () => {
  const { host, port } = new pg.Client({ connectionString: database.url })
  const real = host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port }
  proxy = net.createServer((client) => {
    const server = net.connect(real)
    client.pipe(server).pipe(client)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => other.destroy())
  })
  const url = new URL(database.url)
  url.searchParams.set('host', folder)
  const warnings: unknown[] = []
  const log = createLogger('warn', {
    write: (line) => {
      warnings.push(JSON.parse(line))
      if (!proxy.listening) proxy.listen(path.join(folder, `.s.PGSQL.${port}`))
    },
  })
  const opened = await openDatabase({ databaseUrl: url.href } as Config, log, () => {})
  expect(opened).toMatchObject({ url: url.href, isEmbedded: false })
  expect(warnings).toMatchObject([{ level: 'warn', reason: expect.stringContaining('ENOENT') }])
})
