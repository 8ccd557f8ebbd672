/** Logos: pictures of a fixed shape, which anyone may read as long as they are logos. */

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { filesApi } from '@muster/contract/files/files.api'
import { type LogoName, logoNames } from '@muster/contract/teams/account.schema'
import { teamsApi } from '@muster/contract/teams/teams.api'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aTeam, type TestTeam } from '../../../test/a-team.ts'
import { type Client, clientOf, urlOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { ident, rows, run, sql } from '../../platform/db.ts'
import { purgeFiles } from '../files/files.jobs.ts'
import { filesRoutes } from '../files/files.routes.ts'
import { teamsRoutes } from './teams.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let team: TestTeam
let client: Client
let folder: string

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-logos-'))
  deps = await testDeps({ config: { dataDir: folder } })
  app = await testApp(deps, (bindTo) => {
    bindTo(teamsApi, teamsRoutes(deps))
    bindTo(filesApi, filesRoutes(deps))
  })
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
  fs.rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  team = await aTeam(deps)
  client = clientOf(app, await team.holderOf('team_admin_account_info'))
})

const picture = (width: number, height: number, color = 'teal') =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()

function upload(logo: LogoName, content: Buffer, name = 'logo.png') {
  return client.inject({
    method: 'PUT',
    url: urlOf(teamsApi.uploadLogo, { teamId: team.teamId, logo }, { name }),
    headers: { 'content-type': 'application/octet-stream' },
    payload: content,
  })
}
async function uploaded(logo: LogoName, content: Buffer): Promise<string> {
  const response = await upload(logo, content)
  expect(response.statusCode).toBe(200)
  return response.json()[logo]
}
const get = (url: string) => app.inject({ method: 'GET', url })
const fileIds = async () =>
  (await rows<{ id: string }>(deps.pool, sql`select id from ${ident(team.schema, 'file')}`)).map(
    ({ id }) => id,
  )

it('are read by anyone, from our origin, and cannot run', async () => {
  const bytes = await picture(64, 64)
  const url = await uploaded('squareLogo', bytes)
  expect(url).toMatch(new RegExp(`^/api/public/teams/${team.teamId}/logos/[0-9a-f-]{36}$`))
  const response = await get(url)
  expect([response.statusCode, response.rawPayload.equals(bytes)]).toEqual([200, true])
  expect(response.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
  })
  const { squareLogo } = await clientOf(app, team.member).ok(teamsApi.get, {
    params: { teamId: team.teamId },
  })
  expect(squareLogo).toBe(url)
})

it('have a place each, and their shape', async () => {
  for (const logo of logoNames) {
    const isSquare = logo === 'squareLogo' || logo === 'appSquareLogo'
    await uploaded(logo, isSquare ? await picture(50, 50, 'red') : await picture(200, 50, 'red'))
    const wrong = [
      await picture(50, 100),
      ...(isSquare ? [await picture(100, 50)] : [await picture(250, 50)]),
    ]
    for (const content of wrong) {
      const response = await upload(logo, content)
      expect(response.json()).toMatchObject({
        code: 'validation_failed',
        errors: [{ path: logo, code: 'logo_shape' }],
      })
    }
  }
  const found = await client.ok(teamsApi.account, { params: { teamId: team.teamId } })
  expect(new Set(logoNames.map((logo) => found[logo])).size).toBe(4)
  // What is refused is not stored.
  expect(await fileIds()).toHaveLength(4)
})

it.each([
  [
    'drawing.svg',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    415,
  ],
  ['logo.png', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
  ['logo.png', Buffer.alloc(0), 422],
  ['logo.png', Buffer.alloc(5 * 1024 * 1024 + 1), 413],
])('refuse %s (%#)', async (name, content, status) => {
  expect((await upload('squareLogo', content, name)).statusCode).toBe(status)
  expect(await fileIds()).toEqual([])
})

it('delete the file of the previous one, and stay when unused files are purged', async () => {
  const first = await uploaded('squareLogo', await picture(10, 10, 'red'))
  const second = await uploaded('squareLogo', await picture(10, 10, 'blue'))
  expect((await get(first)).statusCode).toBe(404)
  expect(await fileIds()).toEqual([second.split('/').at(-1)])
  await run(deps.pool, sql`update ${ident(team.schema, 'file')} set created_at = now() - interval '3 days'`)
  await purgeFiles(deps, team.teamId)
  expect((await get(second)).statusCode).toBe(200)

  const files = path.join(folder, 'files')
  expect(filesBelow(files)).not.toEqual([])

  const after = await client.ok(teamsApi.removeLogo, {
    params: { teamId: team.teamId, logo: 'squareLogo' },
  })
  expect(after.squareLogo).toBeNull()
  expect((await get(second)).statusCode).toBe(404)
  expect(await fileIds()).toEqual([])
  expect(filesBelow(files)).toEqual([])
})

const filesBelow = (directory: string) =>
  fs.existsSync(directory)
    ? fs
        .readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.parentPath.includes(`${path.sep}${team.teamId}`))
    : []

it('are no way to other files, or to those of another team', async () => {
  const response = await client.inject({
    method: 'POST',
    url: urlOf(filesApi.upload, { teamId: team.teamId }, { name: 'secret.png' }),
    headers: { 'content-type': 'application/octet-stream' },
    payload: await picture(10, 10),
  })
  const fileId = response.json<{ id: string }>().id
  expect((await get(urlOf(teamsApi.logo, { teamId: team.teamId, fileId }))).statusCode).toBe(404)
  const url = await uploaded('squareLogo', await picture(10, 10))
  const other = await aTeam(deps)
  expect((await get(url.replace(`/${team.teamId}/`, `/${other.teamId}/`))).statusCode).toBe(404)
})

it('are in the audit log', async () => {
  const url = await uploaded('appSquareLogo', await picture(10, 10))
  const found = await rows(
    deps.pool,
    sql`select action, before, after from muster.audit_event
        where team_id = ${team.teamId} and action <> 'created'`,
  )
  expect(found).toEqual([
    { action: 'updated', before: { appSquareLogo: null }, after: { appSquareLogo: url.split('/').at(-1) } },
  ])
})
