/** System administration: teams suspended, deleted and restored, users locked and signed out, seen by those concerned. */
import fs from 'node:fs/promises'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import type { Visit } from './support/browser.ts'
import { api, inATeam, page, teamId, visited } from './support/in-a-team.ts'
import { makePerson, type Person } from './support/people.ts'

inATeam('System', { viewport: { width: 1440, height: 900 } })

let person: Person
let other: Visit
let teamName: string

beforeAll(async () => {
  person = await makePerson(api, teamId, 'Sina', `Systema ${teamId}`, false)
  const { items } = await api.call(sysAdminApi.teams, { query: { limit: 200, search: 'System' } })
  teamName = items.find((team) => team.teamId === teamId)!.name
  other = await visitSignedIn(visited.context.browser()!, {}, person)
})

/** Chooses an act of the row that is found by a search. */
async function act(name: string, label: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}
const dialogButton = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const dashboardOf = async (seen: Page) => {
  await seen.goto(`/team-${teamId}/dashboard`)
  await seen.getByRole('heading', { name: 'Team Dashboard', level: 1 }).waitFor()
}

test('a team is renamed, suspended and resumed, and its open pages follow', async () => {
  await dashboardOf(other.page)
  await page.goto('/sys-admin/teams')
  await page.getByRole('searchbox', { name: 'Search teams' }).fill(teamName)
  await rowOf(teamName).waitFor()
  expect(await axe(page)).toEqual([])
  await act(teamName, 'Edit team')
  await page.getByRole('dialog').getByLabel('Description').fill('Under test')
  await page.getByRole('dialog').getByLabel('Records').fill('5000')
  await page.getByRole('dialog').getByText('In use: 0', { exact: true }).first().waitFor()
  expect(await axe(page)).toEqual([])
  await dialogButton('Save').click()
  await toastOf(page, `Team ${teamName} saved.`).waitFor()
  await rowOf(teamName).getByText('Under test').waitFor()

  await act(teamName, 'Suspend')
  await dialogButton('Suspend').click()
  await toastOf(page, `${teamName} is suspended.`).waitFor()
  await rowOf(teamName).getByText('Suspended', { exact: true }).waitFor()
  await other.page.getByRole('heading', { name: 'Team suspended' }).waitFor()
  expect(await axe(other.page)).toEqual([])

  await act(teamName, 'Resume')
  await toastOf(page, `${teamName} is open again.`).waitFor()
  await dashboardOf(other.page)
})

test('a team is deleted with its name typed, and restored', async () => {
  await act(teamName, 'Delete team')
  expect(await dialogButton('Delete team').isDisabled()).toBe(true)
  await page.getByRole('dialog').getByRole('textbox').fill(teamName)
  await dialogButton('Delete team').click()
  await toastOf(page, /was deleted/).waitFor()
  await page.getByText('No teams match.').waitFor()
  await other.page.getByRole('heading', { name: 'Access Denied' }).waitFor()

  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Deleted' }).click()
  await act(teamName, 'Restore')
  await toastOf(page, `${teamName} was restored.`).waitFor()
  await dashboardOf(other.page)
})

test('a user is created, made an administrator, locked and unlocked', async () => {
  await page.goto('/sys-admin/users')
  await page.getByRole('button', { name: 'Create user' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Name').fill('Nina New')
  await drawer.getByLabel('Email').fill('not an address')
  await dialogButton('Create user').click()
  await drawer.getByText(/Enter an email address/).waitFor()
  const email = `nina.${teamId}@example.org`
  await drawer.getByLabel('Email').fill(email)
  expect(await axe(page)).toEqual([])
  await dialogButton('Create user').click()
  await toastOf(page, /User created/).waitFor()
  await page.getByRole('searchbox', { name: 'Search users' }).fill(email)
  await act('Nina New', 'Edit user')
  await drawer.getByRole('switch', { name: /System administrator/ }).click()
  await drawer.getByText('Not signed in anywhere.').waitFor()
  await dialogButton('Save').click()
  await toastOf(page, 'User Nina New saved.').waitFor()
  await rowOf('Nina New').getByText('System administrator').waitFor()

  await page.getByRole('searchbox', { name: 'Search users' }).fill(person.email)
  await act(person.name, 'Lock')
  await dialogButton('Lock').click()
  await toastOf(page, `${person.name} is locked.`).waitFor()
  await rowOf(person.name).getByText('Locked', { exact: true }).waitFor()
  // The stream of the other page ends, and with it the session.
  await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await other.page.getByLabel('Email').fill(person.email)
  await other.page.getByLabel('Password', { exact: true }).fill(person.password)
  await other.page.getByRole('button', { name: 'Sign in' }).click()
  await other.page.getByText('This account is locked').waitFor()
  await act(person.name, 'Unlock')
  await toastOf(page, `${person.name} can sign in again.`).waitFor()
  await other.page.getByRole('button', { name: 'Sign in' }).click()
  await other.page.getByRole('heading', { name: 'Team Dashboard', level: 1 }).waitFor()

  await act(person.name, 'End all sessions')
  await dialogButton('End all sessions').click()
  await toastOf(page, /session/).waitFor()
  await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('what is kept on an account is taken away, and the account is erased', async () => {
  const { name, email } = await makePerson(api, teamId, 'Erna', `Erased ${teamId}`, false)
  await page.goto('/sys-admin/users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(email)
  const download = page.waitForEvent('download')
  await act(name, 'Export personal data')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^account .*\.json$/)
  const { account } = JSON.parse(await fs.readFile((await file.path())!, 'utf8'))
  expect(account.email).toBe(email)

  await act(name, 'Erase account…')
  const question = page.getByRole('dialog', { name: `Erase the account of ${name} for good?` })
  await question.waitFor()
  expect(await axe(page)).toEqual([])
  expect(await question.getByRole('button', { name: 'Erase for good' }).isDisabled()).toBe(true)
  await question.getByRole('textbox').fill(email)
  await question.getByRole('button', { name: 'Erase for good' }).click()
  await toastOf(page, 'The account was erased for good.').waitFor()
  await page.getByText('No users match.').waitFor()
})

test('settings of the system are checked, saved and applied', async () => {
  await page.goto('/sys-admin/settings')
  const domains = page.getByLabel('Allowed mail domains').first()
  await domains.fill('not a domain')
  await domains.press('Enter')
  await page.getByText('Enter domains such as example.org.').waitFor()
  await domains.press('Backspace')
  await domains.fill('example.org')
  await domains.press('Enter')
  await page.getByRole('textbox', { name: 'Minimum length' }).fill('12')
  await page.getByRole('textbox', { name: 'Stay signed in for' }).fill('14')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })
  expect(await api.call(sysAdminApi.settings, {})).toMatchObject({
    minPasswordLength: 12,
    sessionDays: 14,
    allowedMailDomains: ['example.org'],
    maxRecords: null,
    maxStorageBytes: null,
    maxUsers: null,
  })
  // Who chooses a password sees what it needs, before and after sending it.
  await other.page.goto('/sign-up')
  await other.page.getByText('At least 12 characters.').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByText('example.org', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  // Other tests share the server.
  await api.call(sysAdminApi.updateSettings, {
    body: { minPasswordLength: 8, sessionDays: 30, allowedMailDomains: [] },
  })
})

test('the roles of the system are listed, and the lists fit a phone', async () => {
  await page.goto('/sys-admin/permissions')
  await page.getByRole('cell', { name: 'Team admin', exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  for (const screen of ['teams', 'users', 'permissions']) {
    await page.goto(`/sys-admin/${screen}`)
    await page.getByRole('row').nth(1).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await axe(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('nobody else enters it', async () => {
  const { page: theirs } = await visitSignedIn(visited.context.browser()!, {}, person)
  await theirs.goto('/sys-admin/teams')
  await theirs.getByText("You don't have permission to access the System Administration area.").waitFor()
})
