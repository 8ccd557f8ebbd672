/**
 * What a role costs: the same requests by a user whose role hides one column and has one row rule, and by a team admin, 16
 * callers, by turns. `ratio` is the user's requests per second divided by the admin's; the target is at least 0.8.
 */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compare, type Result, type Target } from './load.ts'
import { above, counts, filtered } from './plain.ts'
import { call, signIn, type World, waitForIndexes } from './world.ts'

const names = ['first page', 'total', 'filter and sort', 'one record', 'count by text', 'update'].map(
  (name) => `role ${name}`,
)
const hidden = 'notes'
/** Nine tenths of the people. */
const rule = { field: 'score', op: 'gt', value: 100 }
const password = 'bench-password-2'

export async function measureRoles(
  world: World,
  people: { id: number; tableName: string },
  isSelected: (name: string) => boolean,
  report: (result: Result) => void,
): Promise<void> {
  if (!names.some(isSelected)) return
  const cookie = await aColleague(world, await aRole(world, people.id))
  const records = `/teams/${world.teamId}/dataCollections/${people.id}/dataRecords`
  const { items } = await call<{ items: { id: number }[] }>(
    { ...world, cookie },
    'POST',
    `${records}/query`,
    {
      limit: 1000,
      offset: 50_000,
      fields: [],
    },
  )
  const ids = items.map(({ id }) => id)
  const measure = async (
    name: string,
    requests: Target['requests'],
    setup: Partial<Target['requests'][0]> = {},
  ) => {
    if (!isSelected(`role ${name}`)) return
    const by = (who: string): Target => ({
      url: world.url,
      requests: requests.map((one) => ({
        ...one,
        ...setup,
        headers: { cookie: who, 'content-type': 'application/json' },
      })),
    })
    report(await compare(`role ${name}`, by(cookie), by(world.cookie)))
  }
  const post = (to: string, body: unknown) => ({
    method: 'POST' as const,
    path: `/api${records}${to}`,
    body: JSON.stringify(body),
  })
  // What is asked for repeatedly gets indexes.
  for (const who of [world.cookie, cookie]) {
    for (let repetition = 0; repetition < 3; repetition++) {
      const by = { ...world, cookie: who }
      await call(by, 'POST', `${records}/query`, filtered)
      await call(by, 'POST', `${records}/query`, above('visits', -repetition))
      await call(by, 'POST', `${records}/aggregate`, counts('status'))
    }
  }
  await waitForIndexes(world, people.tableName)
  await measure('first page', [post('/query', { limit: 50 })])
  const bounds = Array.from({ length: 2000 }, (_, n) => -1 - n)
  await measure(
    'total',
    bounds.map((bound) => post('/query', above('visits', bound))),
  )
  await measure('filter and sort', [post('/query', filtered)])
  const pathOf = (id: number) => `/api/teams/${world.teamId}/dataRecords/${id}`
  await measure(
    'one record',
    ids.map((id) => ({ path: pathOf(id) })),
  )
  await measure('count by text', [post('/aggregate', counts('status'))])
  let visits = 0
  await measure(
    'update',
    ids.map((id) => ({ method: 'PUT' as const, path: pathOf(id) })),
    {
      // Each request writes another value, so that it changes the record.
      setupRequest: (request) => ({ ...request, body: JSON.stringify({ values: { visits: ++visits } }) }),
    },
  )
}

async function aRole(world: World, dataCollectionId: number): Promise<number> {
  const base = `/teams/${world.teamId}/userRoles`
  const { DataFields } = await call<{ DataFields: { id: number; columnName: string }[] }>(
    world,
    'GET',
    `/teams/${world.teamId}/dataCollections/${dataCollectionId}`,
  )
  const shown = DataFields.filter(({ columnName }) => columnName !== hidden)
  const role = await call<{ id: number; version: number }>(world, 'POST', base, { roleName: 'Clerk' })
  await call(world, 'PUT', `${base}/${role.id}/dataPermissions`, {
    version: role.version,
    items: shown.flatMap(({ id }) =>
      ['read_data_field_data', 'update_data_field_data'].map((permission) => ({
        permission,
        dataFieldId: id,
        rowFilter: rule,
      })),
    ),
  })
  return role.id
}

/** @returns the cookies of an invited user's session */
async function aColleague(world: World, userRoleId: number): Promise<string> {
  const email = 'clerk@example.org'
  await call(world, 'POST', `/teams/${world.teamId}/invitations`, {
    firstName: 'Clara',
    lastName: 'Clerk',
    email,
    userRoleIds: [userRoleId],
  })
  const [userId, token] = await invitationFor(world)
  await call(world, 'POST', `/auth/invitations/${userId}/accept`, { token, name: 'Clara Clerk', password })
  return signIn(world.url, { email, password })
}

/** From the mail in the outbox of the server. */
async function invitationFor({ outboxDir }: World): Promise<[userId: string, token: string]> {
  for (;;) {
    const files = fs.existsSync(outboxDir)
      ? fs.readdirSync(outboxDir, { recursive: true, encoding: 'utf8' })
      : []
    for (const file of files.filter((name) => name.endsWith('.eml'))) {
      const mail = fs
        .readFileSync(path.join(outboxDir, file), 'utf8')
        .replace(/=\r?\n/g, '')
        .replace(/=3D/g, '=')
      const [, userId, token] = /\/accept-invite\/([^?\s"]+)\?token=([^\s"&<]+)/.exec(mail) ?? []
      if (userId && token) return [decodeURIComponent(userId), decodeURIComponent(token)]
    }
    await sleep(100)
  }
}
