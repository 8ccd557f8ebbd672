/** A wizard for people without a session: start, proof of work, prefilled answers, reload, closing. */
import { recordsApi } from '@muster/contract/records/records.api'
import { wizardsApi } from '@muster/contract/wizards/wizards.api'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { makeGuests, makeInvitation } from './support/wizards.ts'

let browser: Browser
let api: ApiClient
let teamId: number
let guestsId: number
let wizard: DataWizard

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Public wizards', { enumAppBrandId: 3 })).teamId
  const guests = await makeGuests(api, teamId)
  guestsId = guests.id
  wizard = await makeInvitation(api, teamId, guests, { isPublic: true, runsWith: 'wizard' })
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
