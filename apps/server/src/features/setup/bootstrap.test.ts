import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { one, rows, run, sql } from '../../platform/db.ts'
import { authService } from '../auth/auth.service.ts'
import { createAuthLibrary } from '../auth/library.ts'
import { createTeam } from '../teams/create-team.ts'
import { bootstrap, type SampleBuilder } from './bootstrap.ts'

let deps: TestDeps
let printed: string
beforeEach(async () => {
  deps = await testDeps({ config: { hasSample: true } })
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await deps.close()
})

const visit = { address: '10.0.0.1', userAgent: '', device: null }
const sample: SampleBuilder = (given, admin) => createTeam(given, { name: 'Sample', admin })

async function teams(): Promise<string[]> {
  const found = await rows<{ name: string }>(deps.pool, sql`select name from muster.team order by id`)
  return found.map(({ name }) => name)
}

test('creates an administrator who can sign in with the printed password, once', async () => {
  await bootstrap(deps)
  const password = /Password +(\S+)/.exec(printed)![1]!
  const email = /Email +(\S+)/.exec(printed)![1]!
  expect(password).toMatch(/^(\w{5}-){3}\w{5}$/)
  const signedIn = await authService(deps, createAuthLibrary(deps)).signIn(
    { email, password, rememberMe: true },
    visit,
    'en',
  )
  expect(signedIn).toMatchObject({ session: { email: 'admin@example.org', isSysAdmin: true } })
  printed = ''
  await bootstrap(deps)
  expect(printed).toBe('')
})

test('uses the configured address and password, and prints neither', async () => {
  deps.config.adminEmail = 'Boss@example.org'
  deps.config.adminPassword = 'configured password'
  await bootstrap(deps)
  expect(printed).toBe('')
  const credentials = { email: 'boss@example.org', password: 'configured password', rememberMe: true }
  const signedIn = await authService(deps, createAuthLibrary(deps)).signIn(credentials, visit, 'en')
  expect(signedIn).toMatchObject({ session: { isSysAdmin: true } })
})

test('works once if several processes start concurrently', async () => {
  await Promise.all([bootstrap(deps, sample), bootstrap(deps, sample), bootstrap(deps, sample)])
  expect(await teams()).toEqual(['Sample'])
  expect((await rows(deps.pool, sql`select from muster.app_user`)).length).toBe(1)
  expect(printed.match(/Password/g)).toHaveLength(1)
})

test('an interrupted sample is created again', async () => {
  const failing: SampleBuilder = async (given, admin) => {
    await createTeam(given, { name: 'Half', admin })
    throw new Error('killed')
  }
  await expect(bootstrap(deps, failing)).rejects.toThrow('killed')
  await bootstrap(deps, sample)
  await bootstrap(deps, sample)
  expect(await teams()).toEqual(['Sample'])
  const left = await rows(deps.pool, sql`select nspname from pg_namespace where nspname like 'team\\_%'`)
  expect(left).toHaveLength(1)
})

test('a database with users gets no administrator', async () => {
  await run(deps.pool, sql`insert into muster.app_user (name, email) values ('Ada', 'ada@example.org')`)
  await bootstrap(deps, sample)
  await bootstrap(deps, sample)
  expect(printed).toBe('')
  expect(await one(deps.pool, sql`select from muster.app_user where is_sys_admin`)).toBeUndefined()
  expect(await teams()).toEqual([])
})

test('without sample data creates no team, and deletes none later', async () => {
  deps.config.hasSample = false
  await bootstrap(deps, sample)
  expect(await teams()).toEqual([])
  const { userId } = (await one<{ userId: string }>(
    deps.pool,
    sql`select id as "userId" from muster.app_user`,
  ))!
  await createTeam(deps, { name: 'Real', admin: { userId, firstName: 'Ada', lastName: '' } })
  deps.config.hasSample = true
  await bootstrap(deps, sample)
  expect(await teams()).toEqual(['Real'])
})
