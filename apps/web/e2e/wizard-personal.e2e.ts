/** Visitors who are known: by a personal link, or by a code that goes to the address in their record. */
import { recordsApi } from '@muster/contract/records/records.api'
import { wizardsApi } from '@muster/contract/wizards/wizards.api'
import type { DataWizard, UpdateWizard } from '@muster/contract/wizards/wizards.schema'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { pickOption } from './support/options.ts'
import { mailsTo } from './support/outbox.ts'
import { makeGuests, makeWizard } from './support/wizards.ts'

let browser: Browser
let api: ApiClient
let teamId: number
let guests: Awaited<ReturnType<typeof makeGuests>>

const phone = { viewport: { width: 390, height: 844 } }

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Known visitors', { enumAppBrandId: 4 })).teamId
  guests = await makeGuests(api, teamId)
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

async function makeGuest(values: Record<string, string>): Promise<number> {
  const params = { teamId, dataCollectionId: guests.id }
  return (await api.call(recordsApi.create, { params, body: { values } })).record.id
}
const valuesOf = async (dataRecordId: number) =>
  (await api.call(recordsApi.get, { params: { teamId, dataRecordId } })).values

/** Lets visitors change the diet in their own record. */
async function makeOwnData(name: string, settings: Partial<UpdateWizard>): Promise<DataWizard> {
  const wizard = await makeWizard(
    api,
    teamId,
    name,
    [
      {
        title: 'Your meal',
        tasks: [
          {
            type: 'display_formatted_text',
            title: 'Hello',
            settings: { textToDisplayValue: '<p>Hello {{ bound.@name }}!</p>' },
          },
          {
            type: 'update_data_fields_for_data_records',
            title: 'What you eat',
            settings: {
              recordsValue: 'bound',
              fields: [{ dataFieldId: guests.field('diet'), mode: 'ask', isRequired: true }],
            },
          },
        ],
      },
    ],
    { thankYouText: 'We will cook for you.', ...settings },
  )
  await api.call(wizardsApi.createAccessLink, {
    params: { teamId, dataWizardId: wizard.id },
    body: { dataCollectionId: guests.id, emailDataFieldId: guests.field('email'), smsDataFieldId: null },
  })
  const params = { teamId, dataWizardId: wizard.id }
  expect((await api.call(wizardsApi.get, { params })).problems).toEqual([])
  return wizard
}

async function changeDiet(page: Page, before: string, diet: string): Promise<void> {
  await page.getByRole('heading', { name: 'What you eat' }).waitFor()
  expect(await page.getByLabel('Diet').inputValue()).toBe(before)
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Diet').fill(diet)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('We will cook for you.').waitFor()
}

test('a personal link leads to one’s own record, once', async () => {
  const marie = await makeGuest({ name: 'Marie Curie', email: 'marie@example.org', diet: 'Fish' })
  const other = await makeGuest({ name: 'Lise Meitner', diet: 'Meat' })
  const wizard = await makeOwnData('Meals by link', { externalAccessBy: 'link', runsWith: 'wizard' })

  const admin = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  await admin.page.goto(`/team-${teamId}/admin/data-wizards/${wizard.id}/external-access`)
  await admin.page.getByRole('button', { name: 'Actions for Guests' }).click()
  await admin.page.getByRole('menuitem', { name: 'Create personal link' }).click()
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Record' }).fill('Marie')
  await pickOption(admin.page.getByRole('option', { name: 'Marie Curie' }))
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const url = (await dialog.getByRole('group', { name: 'Personal link' }).locator('code').textContent()) ?? ''
  expect(new URL(url).pathname).toMatch(/^\/AuthPublicDataWizard\/v1\./)
  expect(admin.errors).toEqual([])
  await admin.context.close()

  const { page, context, errors } = await visit(browser, phone)
  await page.goto(url)
  await page.getByRole('heading', { name: 'Meals by link', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Hello Marie Curie!').waitFor()
  await page.reload()
  await page.getByText('Hello Marie Curie!').waitFor()
  await changeDiet(page, 'Fish', 'No nuts')
  expect(await valuesOf(marie)).toMatchObject({ diet: 'No nuts' })
  expect(await valuesOf(other)).toMatchObject({ diet: 'Meat' })
  expect(errors).toEqual([])
  await context.close()

  // The same link on another day, and on another device.
  const later = await visit(browser, { viewport: { width: 1440, height: 900 } })
  await later.page.goto(url)
  await later.page.getByRole('heading', { name: 'You have already done this' }).waitFor()
  expect(await later.page.getByRole('button', { name: 'Start' }).count()).toBe(0)
  expect(await axe(later.page)).toEqual([])
  expect(later.errors).toEqual([])
  await later.context.close()
})

test('a code by mail leads to one’s own record; a wrong one is told at its field', async () => {
  const address = `emmy.${Math.random().toString(36).slice(2, 8)}@example.org`
  const emmy = await makeGuest({ name: 'Emmy Noether', email: address, diet: 'Rice' })
  const wizard = await makeOwnData('Meals by code', {
    externalAccessBy: 'email',
    isPublic: true,
    runsWith: 'wizard',
  })
  const { page, context, errors } = await visit(browser, phone)
  await page.goto(`/public/team-${teamId}/wizards/${wizard.id}`)
  await page.getByText('First we make sure that it is you.').waitFor()
  expect(await axe(page)).toEqual([])
  const email = page.getByLabel('Your email address')
  await email.fill('emmy')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
  await email.fill(address)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByText(`If we can reach ${address}, a code is on its way.`).waitFor()

  const code = await vi.waitFor(
    () => {
      const [found] = mailsTo(address).flatMap((mail) => /^\d{6}$/m.exec(mail.replaceAll('\r', '')) ?? [])
      if (found === undefined) throw new Error('No code has arrived')
      return found
    },
    { timeout: 120_000, interval: 200 },
  )
  const input = page.getByLabel('Code', { exact: true })
  const next = page.getByRole('button', { name: 'Next' })
  await input.fill(code === '000000' ? '000001' : '000000')
  await next.click()
  await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true')
  const described = await input.getAttribute('aria-describedby')
  const texts = await Promise.all(
    (described ?? '').split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()),
  )
  expect(texts.join(' ')).toContain('This code is not right.')
  expect(await axe(page)).toEqual([])
  await input.fill(code)
  await next.click()
  await page.getByText('Hello Emmy Noether!').waitFor()
  await changeDiet(page, 'Rice', 'Lentils')
  expect(await valuesOf(emmy)).toMatchObject({ diet: 'Lentils' })
  // The browser itself reports answers of 400 and above.
  expect(errors.filter((error) => !/status of 4\d\d/.test(error))).toEqual([])
  await context.close()
})
