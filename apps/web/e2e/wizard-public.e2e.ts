/** A wizard for people without a session: start, proof of work, prefilled answers, reload, closing. */
import { recordsApi } from '@muster/contract/records/records.api'
import { wizardsApi } from '@muster/contract/wizards/wizards.api'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { mailsTo } from './support/outbox.ts'
import { makePublicInvitation } from './support/wizards.ts'

let browser: Browser
let api: ApiClient
let teamId: number
let guestsId: number
let wizard: DataWizard

beforeAll(async () => {
  api = await signInToApi()
  ;({ teamId, guestsId, wizard } = await makePublicInvitation(api, 'Public wizards', 3))
  expect(wizard.problems).toEqual([])
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const address = () => `/public/team-${teamId}/wizards/${wizard.id}`

test('a visitor signs up in French on a phone, with a reload in the middle', async () => {
  const { page, context, errors } = await visit(browser, {
    viewport: { width: 390, height: 844 },
    locale: 'fr-FR',
  })
  await page.goto(`${address()}?name=Marie%20Curie`)
  await page.getByRole('heading', { name: 'Fête d’été', level: 1 }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Commencer' }).click()
  await page.getByRole('heading', { name: 'À propos de vous' }).waitFor()
  expect(await page.getByLabel('Votre nom').inputValue()).toBe('Marie Curie')
  const next = page.getByRole('button', { name: 'Suivant' })
  await next.click()
  await page.getByLabel('Email').fill('marie@example.org')
  await next.click()
  await page.getByText('Question 3 sur 3').waitFor()
  expect(await axe(page)).toEqual([])
  await next.click()
  await page.getByRole('heading', { name: 'Ce que vous mangez' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Ce que vous mangez' }).waitFor()
  await next.click()
  await page.getByRole('button', { name: 'S’inscrire' }).click()
  await page.getByText('See you in July!').waitFor()
  const { items } = await api.call(recordsApi.query, {
    params: { teamId, dataCollectionId: guestsId },
    body: { filter: { field: '@name', op: 'is', value: 'Marie Curie' } },
  })
  expect(items[0]?.values).toMatchObject({ email: 'marie@example.org' })
  // The run's key is in the tab, not in cookies.
  expect(await context.cookies()).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test('what is left half-way goes on at its step from a mail, on another device', async () => {
  const { page, context, errors } = await visit(browser, { viewport: { width: 390, height: 844 } })
  await page.goto(address())
  await page.getByRole('button', { name: 'Start' }).click()
  const next = page.getByRole('button', { name: 'Next' })
  await page.getByLabel('Your name').fill('Ida Rhodes')
  await next.click()
  await page.getByLabel('Email').fill('ida@example.org')
  await next.click()
  await next.click()
  await page.getByRole('heading', { name: 'What you eat' }).waitFor()
  await page.getByRole('button', { name: 'Save and come back later' }).click()
  await page.getByLabel('Your email address').fill('ida@example.org')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('If we can reach ida@example.org, a link is on its way.').waitFor()
  expect(errors).toEqual([])
  await context.close()

  const url = await vi.waitFor(
    () => {
      const [mail = ''] = mailsTo('ida@example.org')
      return /http\S+\/AuthPublicDataWizard\/\S+/.exec(mail)![0]
    },
    { timeout: 60_000 },
  )
  const later = await visit(browser, { viewport: { width: 1440, height: 900 } })
  await later.page.goto(url)
  await later.page.getByRole('heading', { name: 'Summer party', level: 1 }).waitFor()
  expect(await axe(later.page)).toEqual([])
  await later.page.getByRole('button', { name: 'Continue' }).click()
  await later.page.getByRole('heading', { name: 'What you eat' }).waitFor()
  await later.page.reload()
  await later.page.getByRole('heading', { name: 'What you eat' }).waitFor()
  await later.page.getByRole('button', { name: 'Next' }).click()
  await later.page.getByRole('button', { name: 'Sign up' }).click()
  await later.page.getByText('See you in July!').waitFor()
  expect(later.errors).toEqual([])
  await later.context.close()
})

test('a closed wizard says so, and a missing one too', async () => {
  await api.call(wizardsApi.update, {
    params: { teamId, dataWizardId: wizard.id },
    body: { isOpen: false, closedText: 'The party is over.' },
  })
  const { page, context } = await visit(browser, { viewport: { width: 1440, height: 900 } })
  await page.goto(address())
  await page.getByText('The party is over.').waitFor()
  await page.getByRole('button', { name: 'Start' }).first().waitFor({ state: 'detached' })
  expect(await axe(page)).toEqual([])
  await page.goto(`/public/team-${teamId}/wizards/999999999`)
  await page.getByText('There is no wizard at this address.').waitFor()
  await context.close()
})
