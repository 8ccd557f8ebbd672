/** Backups in the web app: made with progress that survives a reload, listed, downloaded, scheduled and deleted. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { authApi } from '@muster/contract/auth/auth.api'
import { backupsApi } from '@muster/contract/backups/backups.api'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { toastOf } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type RunningServer, removeFolder, startServer } from './support/server.ts'
import { site } from './support/site.ts'

const admin = { email: 'admin@example.org', password: 'correct horse battery' }
const passphrase = 'a passphrase that nobody may see'
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-backups-'))
let server: RunningServer
let browser: Browser
let api: ApiClient
let page: Page

beforeAll(async () => {
  server = await startServer(dataDir, {
    MUSTER_SAMPLE: 'false',
    MUSTER_ADMIN_EMAIL: admin.email,
    MUSTER_ADMIN_PASSWORD: admin.password,
    MUSTER_BACKUP_PASSPHRASE: passphrase,
  })
  api = await signInToApi(admin, server.baseUrl)
  // No scheduled one comes in between.
  await api.call(sysAdminApi.updateSettings, { body: { backupSchedule: 'off' } })
  browser = await launchBrowser()
  page = await signedIn(server.baseUrl)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await removeFolder(dataDir)
})

async function signedIn(baseUrl: string): Promise<Page> {
  const visited = await visit(browser, { baseURL: baseUrl, viewport: { width: 1440, height: 900 } })
  const answer = await visited.context.request.post(`${baseUrl}/api${authApi.signIn.path}`, {
    data: { ...admin, rememberMe: true },
    headers: { origin: baseUrl },
  })
  expect(answer.status()).toBe(200)
  return visited.page
}

test('a backup is made, and its progress survives a reload', async () => {
  await page.goto('/sys-admin/settings')
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Backup and recovery' })
    .click()
  await page.getByText('There are no backups yet.').waitFor()
  await page.getByRole('button', { name: 'Back up now' }).click()
  const progress = page.getByRole('progressbar', { name: 'Backup in progress' })
  await progress.waitFor()
  expect(await page.getByRole('button', { name: 'Back up now' }).isDisabled()).toBe(true)
  await page.reload()
  await progress.waitFor()
  // On a busy machine, encrypting with low priority takes its time.
  await page.getByRole('cell', { name: 'Done' }).waitFor({ timeout: 600_000 })
  await progress.waitFor({ state: 'detached' })
  const { items } = await api.call(backupsApi.overview, {})
  expect(items[0]).toMatchObject({ state: 'done', kind: 'manual', error: null })
  await page.getByText(items[0]!.fileName).waitFor()
  expect(await axe(page)).toEqual([])
})

test('its file is downloaded, encrypted', async () => {
  await page.getByRole('button', { name: /^Actions for the backup of/ }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download' }).click(),
  ])
  const [made] = (await api.call(backupsApi.overview, {})).items
  expect(download.suggestedFilename()).toBe(made!.fileName)
  const bytes = fs.readFileSync(await download.path())
  expect(bytes.length).toBe(made!.size)
  expect(bytes.subarray(0, 30).toString()).toMatch(/^age-encryption\.org\/v1\n/)
})

test('the schedule is saved, and says when the next is made', async () => {
  await page.getByRole('combobox', { name: 'Back up' }).selectOption('Every week')
  await page.getByRole('combobox', { name: 'Day' }).selectOption('Wednesday')
  await page.getByRole('combobox', { name: 'Time', exact: true }).selectOption('4:00 AM')
  await page.getByRole('textbox', { name: 'Backups to keep' }).fill('12')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(/^The next backup is on .*4:00 AM/).waitFor()
  expect(await api.call(sysAdminApi.settings, {})).toMatchObject({
    backupSchedule: 'weekly',
    backupWeekday: 3,
    backupHour: 4,
    backupTimeZone: 'UTC',
    backupsKept: 12,
  })
  await page.getByText('npm start -- --restore FILE').waitFor()
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByRole('row').nth(1).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('it is restored beside the running system and put in its place', async () => {
  const made = (await api.call(backupsApi.overview, {})).items[0]!
  const later = await api.call(sysAdminApi.createTeam, { body: { name: 'Made later' } })
  await page.getByRole('button', { name: /^Actions for the backup of/ }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Restore' })
  expect(await confirm.isDisabled()).toBe(true)
  await page.getByRole('dialog').getByRole('textbox').fill(made.fileName)
  await confirm.click()
  await page.getByRole('progressbar', { name: 'Restore in progress' }).waitFor()
  await expect.poll(() => server.log().match(/"Muster is ready"/g)?.length, { timeout: 500_000 }).toBe(2)
  expect(server.process.exitCode).toBe(null)

  // The session is older than the backup.
  const { items } = await api.call(sysAdminApi.teams, { query: {} })
  expect(items.map(({ teamId }) => teamId)).not.toContain(later.teamId)
  const overview = await api.call(backupsApi.overview, {})
  expect(overview.items).toMatchObject([
    { kind: 'restore', state: 'done', fileName: made.fileName },
    { kind: 'manual', state: 'done', id: made.id, hasFile: true },
  ])
  expect(fs.existsSync(path.join(dataDir, 'replaced/postgres'))).toBe(true)
  expect(fs.existsSync(path.join(dataDir, 'restored'))).toBe(false)
  await page.reload()
  await page.getByRole('cell', { name: 'Restore', exact: false }).first().waitFor()
  // The database takes writes and jobs.
  await api.call(sysAdminApi.createTeam, { body: { name: 'Made after the restore' } })
})

test('it is deleted after a question, and nobody has seen the passphrase', async () => {
  const onRequest = page.getByRole('row').filter({ hasText: 'On request' })
  await onRequest.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Delete backup' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete backup' }).click()
  await toastOf(page, 'Backup deleted.').waitFor()
  await onRequest.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Actions for the backup of/ }).click()
  await page.getByRole('menuitem', { name: 'Remove from the list' }).click()
  await page.getByText('There are no backups yet.').waitFor()
  expect(fs.readdirSync(path.join(dataDir, 'backups'))).toEqual([])
  expect(server.log()).not.toContain(passphrase)
  expect(await page.content()).not.toContain(passphrase)
})

test('without a passphrase the screen says what to do', async () => {
  const bare = await signedIn(site.baseUrl)
  await bare.goto('/sys-admin/settings/backup')
  await bare.getByText('MUSTER_BACKUP_PASSPHRASE').waitFor()
  expect(await bare.getByRole('button', { name: 'Back up now' }).isDisabled()).toBe(true)
  expect(await axe(bare)).toEqual([])
})
