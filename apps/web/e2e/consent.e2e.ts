/** Somebody subscribes on a public page, confirms by the link of the mail, and leaves again, in three languages. */
import { consentApi } from '@muster/contract/messages/consent.api'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { axe } from './support/axe.ts'
import { visit } from './support/browser.ts'
import { api, inATeam, teamId, visited } from './support/in-a-team.ts'
import { mailsTo } from './support/outbox.ts'

inATeam('Consent', { viewport: { width: 1440, height: 900 } })

const shots = process.env.SHOTS
let theirs: Page

beforeAll(async () => {
  for (const body of [
    {
      externalName: 'Newsletter',
      externalNameTranslations: { es: 'Boletín', fr: 'Lettre d’information' },
      description: 'Once a month',
      isPublic: true,
    },
    { externalName: 'Courses', externalNameTranslations: { es: 'Cursos', fr: 'Cours' }, isPublic: true },
  ]) {
    await api.call(consentApi.createSubject, { params: { teamId }, body })
  }
  const phone = { viewport: { width: 390, height: 844 } }
  theirs = (await visit(visited.context.browser()!, phone)).page
})

const shot = async (name: string) => {
  if (shots) await theirs.screenshot({ path: `${shots}/consent-${name}.png`, fullPage: true })
}

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
