/** An administrator adds a subject; somebody subscribes on its public page, confirms by the link of the mail, and leaves again, in three languages. */
import { consentApi } from '@muster/contract/messages/consent.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { toastOf } from './support/app.ts'
import { axe } from './support/axe.ts'
import { visit } from './support/browser.ts'
import { api, inATeam, page, teamId, visited } from './support/in-a-team.ts'
import { mailsTo } from './support/outbox.ts'
import { shoot } from './support/shoot.ts'

inATeam('Consent', { viewport: { width: 1440, height: 900 } })

let theirs: Page

beforeAll(async () => {
  const params = { teamId }
  const { version } = await api.call(teamsApi.account, { params })
  await api.call(teamsApi.update, { params, body: { version, availableDataLanguages: ['en', 'es', 'fr'] } })
  const externalNameTranslations = { es: 'Cursos', fr: 'Cours' }
  const body = { externalName: 'Courses', externalNameTranslations, isPublic: true }
  await api.call(consentApi.createSubject, { params, body })
  const phone = { viewport: { width: 390, height: 844 } }
  theirs = (await visit(visited.context.browser()!, phone)).page
})

const shot = (name: string) => shoot(theirs, `consent-${name}`, { fullPage: true })

test('an administrator adds a subject, which has a page', async () => {
  await page.goto(`/team-${teamId}/admin/message-subjects`)
  await page.getByText('Page to subscribe').waitFor()
  await page.getByRole('button', { name: 'New subject' }).click()
  const form = page.getByRole('dialog', { name: 'New subject' })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Fill this in.').waitFor()
  await form.getByLabel('Name for subscribers', { exact: false }).first().fill('COURSES')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText(/already/).waitFor()
  await form.getByLabel('Name for subscribers', { exact: false }).first().fill('Newsletter')
  await form.getByLabel('Description').first().fill('Once a month')
  await form.getByRole('button', { name: /Translations/ }).click()
  await form.getByLabel('Name for subscribers (Spanish)').fill('Boletín')
  await form.getByLabel('Name for subscribers (French)').fill('Lettre d’information')
  expect(await axe(page)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await toastOf(page, 'Subject “Newsletter” saved').waitFor()
  await page
    .getByRole('row', { name: /Newsletter/ })
    .getByText('Once a month')
    .waitFor()
  expect(await axe(page)).toEqual([])
})

test('addresses are suppressed by hand, and what is none stays to be corrected', async () => {
  await page.goto(`/team-${teamId}/admin/message-suppressions`)
  await page.getByText('No address is suppressed').waitFor()
  await page.getByRole('button', { name: 'Suppress addresses' }).click()
  const form = page.getByRole('dialog', { name: 'Suppress addresses' })
  const text = form.getByLabel('Addresses')
  await text.fill('gone@example.org\nnonsense\nLeft@Example.org')
  await form.getByRole('button', { name: 'Suppress addresses' }).click()
  await form.getByText('1 line is no address.', { exact: false }).waitFor()
  expect(await text.inputValue()).toBe('nonsense')
  expect(await axe(page)).toEqual([])
  await text.fill('third@example.org')
  await form.getByRole('button', { name: 'Suppress addresses' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Search a whole address' }).fill('left@example.org')
  await page.getByRole('row', { name: /gone@example.org/ }).waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /left@example.org/ })
  await row.getByText('Entered by hand').waitFor()
  expect(await axe(page)).toEqual([])
  await row.getByRole('button', { name: /left@example.org/ }).click()
  await page.getByRole('menuitem', { name: 'Write to it again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Write to it again' }).click()
  await toastOf(page, 'left@example.org gets messages again').waitFor()
  await row.waitFor({ state: 'detached' })
})

test('what is missing is said where it is missing, and nothing typed is lost', async () => {
  await theirs.goto(`/public/team-${teamId}/subscribe`)
  await theirs.getByRole('button', { name: 'Subscribe' }).click()
  await theirs.getByText('Choose at least one subject.').waitFor()
  await theirs.getByText('Please agree first.').waitFor()
  await theirs.getByRole('checkbox', { name: /Newsletter/ }).check()
  await theirs.getByRole('checkbox', { name: /I agree/ }).check()
  await theirs.getByLabel('Your email address').fill('nobody')
  await theirs.getByRole('button', { name: 'Subscribe' }).click()
  await theirs.getByText(/Enter an email address/).waitFor()
  expect(await theirs.getByRole('checkbox', { name: /Newsletter/ }).isChecked()).toBe(true)
  expect(await axe(theirs)).toEqual([])
  await shot('subscribe-390')
})

test('the page changes its language and keeps what was entered', async () => {
  await theirs.getByRole('combobox', { name: 'Language' }).click()
  await theirs.getByRole('option', { name: 'Français' }).click()
  await theirs.getByRole('checkbox', { name: /Lettre d’information/ }).waitFor()
  expect(await theirs.getByRole('checkbox', { name: /Lettre d’information/ }).isChecked()).toBe(true)
  expect(await axe(theirs)).toEqual([])
  await theirs.getByLabel('Votre adresse e-mail').fill(`rosa.${teamId}@example.org`)
  await theirs.getByRole('button', { name: 'S’abonner' }).click()
  await theirs.getByText('Consultez votre messagerie').waitFor()
})

test('a button behind the link confirms, and the person’s page follows', async () => {
  const mail = await vi.waitUntil(() => mailsTo(`rosa.${teamId}@example.org`).at(-1), { timeout: 60_000 })
  const link = /https?:\/\/\S+\/subscription\/[\w-]+/.exec(mail)![0]
  await theirs.goto(new URL(link).pathname)
  await theirs.getByRole('button', { name: 'Confirmer' }).click()
  await theirs.getByRole('heading', { name: 'Ce que vous recevez' }).waitFor()
  expect(await theirs.getByRole('checkbox', { name: /Lettre d’information/ }).isChecked()).toBe(true)
  expect(await axe(theirs)).toEqual([])
  const { items } = await api.call(consentApi.subjects, { params: { teamId } })
  expect(items.find(({ externalName }) => externalName === 'Newsletter')!.subscribers.EMAIL).toBe(1)
})

test('they leave with the keyboard alone, and it lasts', async () => {
  await theirs.setViewportSize({ width: 1440, height: 900 })
  await theirs.getByRole('switch', { name: /Ne plus rien recevoir/ }).focus()
  await theirs.keyboard.press('Space')
  await theirs.keyboard.press('Tab')
  await theirs.keyboard.press('Enter')
  await theirs.getByText(/Voilà ce que vous recevrez désormais/).waitFor()
  await shot('preferences-1440')
  await theirs.reload()
  await theirs.getByRole('heading', { name: 'Ce que vous recevez' }).waitFor()
  expect(await theirs.getByRole('switch', { name: /Ne plus rien recevoir/ }).isChecked()).toBe(true)
  const { items } = await api.call(consentApi.subjects, { params: { teamId } })
  expect(items.find(({ externalName }) => externalName === 'Newsletter')!.subscribers.EMAIL).toBe(0)
})

test('a link that is not one says so', async () => {
  await theirs.goto(`/u/r1-2-${'0'.repeat(32)}`)
  await theirs.getByText(/lien ne fonctionne pas|link does not work/).waitFor()
  expect(await axe(theirs)).toEqual([])
})
