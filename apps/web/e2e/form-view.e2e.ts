/** A view that is a form: made where the records are, filled in by the team, shared with the public as a wizard. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import { createViewBody } from '@muster/contract/views/views.schema'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit, visit } from './support/browser.ts'
import { settled } from './support/keyboard.ts'
import { shoot } from './support/shoot.ts'

let browser: Browser
let api: ApiClient
let visited: Visit
let page: Page
let teamId: number
let guests: DataCollection
let formId: number
const columns: Record<string, string> = {}

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Forms')).teamId
  guests = await makeCollection(teamId)
  columns.Name = guests.DataFields[0]?.columnName ?? ''
  for (const [title, dataType] of Object.entries({
    Email: 'email_address',
    Born: 'date',
    Note: 'plain_text',
  })) {
    const field = await api.call(collectionsApi.createField, {
      params: { teamId, dataCollectionId: guests.id },
      body: { title, dataType: dataType as never },
    })
    columns[title] = field.columnName
  }
  browser = await launchBrowser()
  visited = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  page = visited.page
})
afterAll(() => browser?.close())

const listUrl = (search = '') => `/team-${teamId}/data-collections/${guests.id}/records${search}`
const makeCollection = (inTeam: number) =>
  api.call(collectionsApi.create, {
    params: { teamId: inTeam },
    body: { name: 'Guest', pluralName: 'Guests' },
  })
const records = async (inTeam = teamId, dataCollectionId = guests.id) =>
  (
    await api.call(recordsApi.query, {
      params: { teamId: inTeam, dataCollectionId },
      body: { sort: [{ field: '@name', direction: 'asc' }] },
    })
  ).items
const panel = () => page.getByRole('complementary', { name: 'Settings of Sign up' })

test('a form is made and set up beside itself', async () => {
  await page.goto(listUrl())
  await page.getByRole('button', { name: 'View: All records' }).click()
  await page.getByRole('button', { name: 'Create view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create view' })
  await dialog.getByLabel('Name').fill('Sign up')
  await dialog.getByText('Form', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Create view' }).click()
  const form = page.getByRole('form', { name: 'Sign up' })
  for (const title of ['Name', 'Email', 'Born', 'Note']) await form.getByLabel(title).first().waitFor()
  formId = Number(new URL(page.url()).searchParams.get('view'))

  await page.getByRole('button', { name: 'Actions for the view Sign up' }).click()
  await page.getByRole('menuitem', { name: 'Edit view' }).click()
  await panel().waitFor()
  await panel().getByRole('button', { name: 'Form', exact: true }).click()
  await panel().getByLabel('Title', { exact: true }).fill('Join us')
  await panel().getByLabel('Text above the questions').fill('It takes a minute.')
  await panel().getByLabel('Label of the button').fill('Join')
  await panel().getByLabel('Text after sending').fill('See you soon!')
  // Each change shows at once.
  await page.getByRole('heading', { name: 'Join us' }).waitFor()
  // It is shared as it is saved.
  expect(await panel().getByRole('button', { name: 'Share as a public form' }).isDisabled()).toBe(true)
  await panel().getByRole('button', { name: 'Displayed fields', exact: true }).click()
  await panel().getByRole('button', { name: 'Settings of Email' }).click()
  await panel().getByRole('checkbox', { name: 'Required' }).check()
  await settled(page)
  expect(await axe(page)).toEqual([])
  await shoot(page, 'form-panel-1440')
  await panel().getByRole('button', { name: 'Save changes' }).click()
  await panel().getByText('Saved', { exact: true }).waitFor()
  const view = await api.call(viewsApi.get, { params: { teamId, dataViewId: formId } })
  expect(view).toMatchObject({ type: 'form', form: { title: 'Join us', buttonLabel: 'Join' } })
  expect(view.displayedFields.filter(({ isRequired }) => isRequired)).toHaveLength(1)
  await panel().getByRole('button', { name: 'Close' }).click()
})

test('it is filled in by keyboard; what is missing is said where it is, and nothing typed is lost', async () => {
  const form = page.getByRole('form', { name: 'Join us' })
  await form.getByLabel('Name').first().focus()
  await page.keyboard.type('Ada Lovelace')
  await form.getByRole('button', { name: 'Join' }).focus()
  await page.keyboard.press('Enter')
  const email = form.getByLabel('Email').first()
  await expect.poll(() => email.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  await settled(page)
  expect(await axe(page)).toEqual([])
  await shoot(page, 'form-error-1440')
  await page.keyboard.type('ada@example.org')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'See you soon!' }).waitFor()
  await toastOf(page, 'Ada Lovelace').waitFor()
  await settled(page)
  expect(await axe(page)).toEqual([])
  await shoot(page, 'form-sent-1440')
  expect((await records()).map(({ name }) => name)).toEqual(['Ada Lovelace'])

  // The record opens beside the form, and the next one begins empty.
  await page.getByRole('link', { name: 'Open “Ada Lovelace”' }).click()
  const drawer = page.getByRole('complementary', { name: 'Ada Lovelace' })
  await drawer.waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Add another' }).click()
  const name = form.getByLabel('Name').first()
  await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await name.inputValue()).toBe('')
  // An empty record is not made by accident.
  await form.getByLabel('Email').first().fill('grace@example.org')
  await form.getByLabel('Name').first().fill('Grace Hopper')
  // Leaving with something typed asks first.
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const question = page.getByRole('dialog', { name: /leave/i })
  await question.getByRole('button', { name: /stay/i }).click()
  await question.waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'See you soon!' }).waitFor()
  expect((await records()).map(({ name: one }) => one)).toEqual(['Ada Lovelace', 'Grace Hopper'])
  expect(visited.errors.splice(0)).toEqual([])
})

test('shared, it is a public wizard that a visitor fills in on a phone', async () => {
  await page.goto(listUrl(`?view=${formId}`))
  await page.getByRole('button', { name: 'Actions for the view Sign up' }).click()
  await page.getByRole('menuitem', { name: 'Edit view' }).click()
  await panel().getByRole('button', { name: 'Form', exact: true }).click()
  await panel().getByRole('button', { name: 'Share as a public form' }).click()
  await page.waitForURL(/\/admin\/data-wizards\/\d+\/external-access$/)
  await page.getByRole('heading', { level: 1, name: 'Join us' }).waitFor()
  const wizardId = Number(/data-wizards\/(\d+)/.exec(page.url())?.[1])

  const phone = await visit(browser, { viewport: { width: 390, height: 844 } })
  await phone.page.goto(`/public/team-${teamId}/wizards/${wizardId}`)
  await phone.page.getByRole('heading', { name: 'Join us', level: 1 }).waitFor()
  await phone.page.getByText('It takes a minute.').waitFor()
  await phone.page.getByRole('button', { name: 'Start' }).click()
  const next = phone.page.getByRole('button', { name: 'Next' })
  await phone.page.getByLabel('Name').first().fill('Mary Jackson')
  await next.click()
  await phone.page.getByLabel('Email').first().fill('mary@example.org')
  await shoot(phone.page, 'form-public-390')
  expect(await axe(phone.page)).toEqual([])
  for (const number of [3, 4]) {
    await next.click()
    await phone.page.getByText(`Question ${number} of 4`).waitFor()
  }
  await next.click()
  await phone.page.getByText('See you soon!').waitFor()
  expect((await records()).map(({ name }) => name)).toContain('Mary Jackson')
  expect(phone.errors).toEqual([])
  await phone.context.close()

  // The form knows its wizard, also after a reload.
  await page.goto(listUrl(`?view=${formId}`))
  await page.getByRole('button', { name: 'Actions for the view Sign up' }).click()
  await page.getByRole('menuitem', { name: 'Edit view' }).click()
  await panel().getByRole('button', { name: 'Form', exact: true }).click()
  await panel().getByRole('link', { name: 'Open the wizard “Join us”' }).click()
  await page.waitForURL(new RegExp(`/admin/data-wizards/${wizardId}/`))
})

test.each([
  ['es', 'Enviar', 'Gracias. Se ha guardado.'],
  ['fr', 'Envoyer', 'Merci. C’est enregistré.'],
] as const)('on a phone in %s, in the dark', async (language, send, thanks) => {
  const own = (await makeTeam(api, 'Forms', { defaultInterfaceLanguage: language })).teamId
  const collection = await makeCollection(own)
  const { id } = await api.call(viewsApi.create, {
    params: { teamId: own },
    body: createViewBody.parse({
      dataCollectionId: collection.id,
      type: 'form',
      internalName: 'Plain',
      recordNameDataFieldId: collection.DataFields[0]?.id,
    }),
  })
  const phone = await visitSignedIn(browser, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await phone.page.goto(`/team-${own}/data-collections/${collection.id}/records?view=${id}`)
  const form = phone.page.getByRole('form', { name: 'Plain' })
  await form.getByRole('textbox').first().fill('Ada Lovelace')
  await settled(phone.page)
  expect(await axe(phone.page)).toEqual([])
  await shoot(phone.page, `form-390-${language}`)
  await form.getByRole('button', { name: send }).click()
  await phone.page.getByRole('heading', { name: thanks }).waitFor()
  expect((await records(own, collection.id)).map(({ name }) => name)).toEqual(['Ada Lovelace'])
  await phone.context.close()
})
