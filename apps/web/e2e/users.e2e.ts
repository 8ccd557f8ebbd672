/** A team's people: invited, accepted, edited, deactivated and back; forms that refuse; a list from a file. */
import { usersApi } from '@muster/contract/users/users.api'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { invitationOf, makePerson } from './support/people.ts'

let browser: Browser
let api: ApiClient
let teamId: number

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Crew')).teamId
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const list = (status = '') => `/team-${teamId}/admin/users${status && `?list=${status}`}`
const newEmail = (name: string) => `${name}.${Math.random().toString(36).slice(2, 8)}@example.org`
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select ${name}` }) })

/** Chooses an act of a row's menu. */
async function act(page: Page, name: string, label: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: label }).click()
}
const confirmWith = (page: Page, label: string) =>
  page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()

test('from the invitation to the deactivation and back', async () => {
  const { page, errors } = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  const email = newEmail('rosa')
  await page.goto(list())
  await page.getByRole('button', { name: 'Invite user' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('First name').fill('Rosa')
  await form.getByLabel('Last name').fill('Diaz')
  await form.getByLabel('Email').fill(email)
  expect(await axe(page)).toEqual([])
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await toastOf(page, 'User invited.').waitFor()
  await page.getByRole('link', { name: 'Invited 1' }).click()
  await rowOf(page, 'Rosa Diaz').getByText('Invited', { exact: true }).waitFor()

  // The other person opens the link of the mail in a browser of their own.
  const { userId, token } = await vi.waitFor(() => invitationOf(email), { timeout: 120_000, interval: 200 })
  const guest = await visit(browser)
  await guest.page.goto(`/accept-invite/${userId}?token=${encodeURIComponent(token)}`)
  await guest.page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery staple')
  await guest.page.getByRole('button', { name: 'Accept invitation' }).click()
  await guest.page.waitForURL(`**/team-${teamId}/dashboard`)

  await page.goto(list())
  await rowOf(page, 'Rosa Diaz').getByText('Current', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Rosa Diaz', exact: true }).click()
  await form.getByLabel('Last name').fill('Díaz')
  await form.getByRole('switch', { name: 'Team Admin' }).press('Space')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await toastOf(page, 'User updated.').waitFor()
  await rowOf(page, 'Rosa Díaz').getByText('Team Admin').waitFor()
  // Their own page follows at once.
  await guest.page.goto(list())
  await rowOf(guest.page, 'Rosa Díaz').waitFor()

  await act(page, 'Rosa Díaz', 'Deactivate')
  await page.getByRole('dialog').getByText('Rosa Díaz loses access to this team at once.').waitFor()
  await confirmWith(page, 'Deactivate')
  await toastOf(page, 'Rosa Díaz was deactivated.').waitFor()
  await guest.page.getByRole('heading', { name: 'Access Denied' }).waitFor()

  await page.getByRole('link', { name: 'Deactivated 1' }).click()
  await act(page, 'Rosa Díaz', 'Reactivate')
  await confirmWith(page, 'Reactivate')
  await toastOf(page, 'Rosa Díaz was reactivated.').waitFor()
  await page.getByText('Nobody is deactivated.').waitFor()
  await guest.page.goto(list())
  await rowOf(guest.page, 'Rosa Díaz').waitFor()
  expect(errors).toEqual([])
})

test('a form says which fields are empty, and whose address is taken', async () => {
  const { page, errors } = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  const person = await makePerson(api, teamId, 'Tom', 'Taken', false)
  await page.goto(list())
  await page.getByRole('button', { name: 'Invite user' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Last name').fill('Torres')
  await form.getByRole('button', { name: 'Send invitation' }).click()
  const alert = form.getByRole('alert')
  await alert.getByText('The following fields cannot be empty').waitFor()
  expect(await alert.getByRole('listitem').allTextContents()).toEqual(['First name', 'Email'])
  expect(await form.getByText('* First name can not be empty').count()).toBe(1)
  await form.getByText('* Last name can not be empty').first().waitFor({ state: 'detached' })
  expect(await axe(page)).toEqual([])
  await alert.getByRole('button', { name: 'Email' }).click()
  await page.keyboard.type(person.email.toUpperCase())
  await form.getByLabel('First name').fill('Ana')
  await alert.first().waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await form.getByText('This email is already linked to a team user.').waitFor()
  expect(errors.filter((text) => !text.includes('409'))).toEqual([])
})

test('several users at once, and what a manager may not do', async () => {
  const team = await makeTeam(api, 'Several')
  const inTeam = { teamId: team.teamId }
  const manager = await makePerson(api, team.teamId, 'Mia', 'Manager', true)
  await makePerson(api, team.teamId, 'Ned', 'North', false)
  await makePerson(api, team.teamId, 'Sam', 'South', false)
  const { page, errors } = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } }, manager)
  await page.goto(`/team-${team.teamId}/admin/users`)
  await page.getByLabel('Search names and emails').fill('th')
  await page.getByText('2 users').waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await page.getByRole('dialog').getByText('Ned North and Sam South lose access').waitFor()
  await confirmWith(page, 'Deactivate')
  await toastOf(page, '2 users deactivated.').waitFor()
  await page.getByText('No user matches.').waitFor()
  await page.getByRole('button', { name: 'Clear search and filter' }).click()
  // Oneself among others: the others are deactivated.
  await page.getByRole('button', { name: 'Actions for Mia Manager' }).click()
  expect(await page.getByRole('menuitem', { name: 'Deactivate' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  const { items } = await api.call(usersApi.list, { params: inTeam })
  expect(items.filter(({ status }) => status === 'deactivated')).toHaveLength(2)
  expect(errors).toEqual([])
})

test('a list with one bad row invites the others', async () => {
  const { page, errors } = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  const [first, second] = [newEmail('first'), newEmail('second')]
  await page.goto(list())
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Invite from a CSV file' }).click()
  const form = page.getByRole('dialog')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    form.getByRole('button', { name: 'Download a template' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('users.csv')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    form.getByRole('button', { name: 'Choose a file' }).click(),
  ])
  const text = `First name;Last name;Email\nAda;One;${first}\nBen;Two;nobody\nCleo;Three;${second}\n`
  await chooser.setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await form.getByText('2 persons will be invited.').waitFor()
  await form.getByText('1 row has errors and is left out.').waitFor()
  await form.getByText('Email: Enter an email address').waitFor()
  expect(await axe(page)).toEqual([])
  await form.getByRole('button', { name: 'Send 2 invitations' }).click()
  await toastOf(page, '2 users invited.').waitFor()
  // The bad row stays, to be corrected.
  const rest = form.getByLabel('Paste rows')
  await expect.poll(() => rest.inputValue()).toContain('Ben,Two,nobody')
  await rest.fill((await rest.inputValue()).replace('nobody', newEmail('ben')))
  await form.getByRole('button', { name: 'Check' }).click()
  await form.getByRole('button', { name: 'Send 1 invitation' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^Invited \d/ }).click()
  await rowOf(page, 'Ben Two').waitFor()
  expect(errors).toEqual([])
})

test('on a phone each row has the whole name and the address', async () => {
  const { page, errors } = await visitSignedIn(browser, { viewport: { width: 390, height: 844 } })
  await page.goto(list())
  const row = rowOf(page, 'Tom Taken')
  await row.getByText('Tom Taken').waitFor()
  await row
    .getByText(/^tom\./)
    .first()
    .waitFor()
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: 'Tom Taken', exact: true }).click()
  await page.getByRole('dialog').getByLabel('First name').waitFor()
  expect(await axe(page)).toEqual([])
  expect(errors).toEqual([])
})
