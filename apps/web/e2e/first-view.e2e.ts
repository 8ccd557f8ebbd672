/**
 * From a file of one's own to a view that the whole team sees, filtered and grouped: by mouse, with nothing prepared but
 * an empty team. The README says how many clicks that takes; this counts them.
 */
import fs from 'node:fs'
import path from 'node:path'
import { viewsApi } from '@muster/contract/views/views.api'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './support/api.ts'
import { makeTeam } from './support/app.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { inputOf } from './support/field-steps.ts'
import { gridOn } from './support/grid.ts'
import { makePerson } from './support/people.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const file = path.join(root, 'apps/server/samples/data/legislators-current.csv')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

test('a new user comes from a file to a shared view, filtered and grouped', async () => {
  const api = await signInToApi()
  const { teamId } = await makeTeam(api, 'First view')
  const person = await makePerson(api, teamId, 'Rosa', 'Diaz')
  const { page, errors } = await visit(browser, { viewport: { width: 1440, height: 900 } })
  let clicks = 0
  await page.exposeFunction('countClick', () => clicks++)
  await page.addInitScript(() => {
    // A press, since a select opens by it and its click is another element's.
    addEventListener('pointerdown', () => Reflect.get(window, 'countClick')(), { capture: true })
  })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const option = (name: string) => page.getByRole('option', { name, exact: true })

  await page.goto('/')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  const begin = Date.now()
  await button('Sign in').click()
  await page.getByRole('link', { name: 'Create collection' }).click()
  await page.getByText('A file', { exact: true }).click()
  await inputOf(page.getByRole('main'), 'Name').fill('Legislator')
  await button('Create collection').click()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Choose file').click()])
  await chooser.setFiles(file)
  await button(/^Import 5\d\d rows$/).click()
  await button('Open records').click()

  await button('Filter').click()
  await button('Add condition').click()
  await page.getByRole('combobox', { name: 'Field', exact: true }).click()
  await option('state').click()
  await page.getByRole('textbox', { name: 'Value' }).fill('CA')
  await expect.poll(() => new URL(page.url()).searchParams.get('filter') ?? '').toContain('CA')
  await button(/^Group/).click()
  await page.getByRole('combobox', { name: 'Group by a field' }).click()
  await option('party').click()
  await expect.poll(() => gridOn(page, 'Legislators').textOf(0, 0)).toMatch(/^Democrat \d+/)
  await button('Save as…').click()
  await page.getByRole('menuitem', { name: /^View…/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Create view' })
  await dialog.getByLabel('Name').fill('California by party')
  await dialog.getByRole('button', { name: 'Create view' }).click()
  await button('View: California by party').waitFor()
  const seconds = (Date.now() - begin) / 1000

  const { items } = await api.call(viewsApi.list, { params: { teamId }, query: {} })
  expect(items).toMatchObject([{ internalName: 'California by party', sharing: 'shared' }])
  expect(items[0]?.filter).not.toBeNull()
  expect(items[0]?.displayOptions.groupDataFieldId).not.toBeNull()
  expect(errors).toEqual([])
  console.info(`${clicks} clicks; the script took ${seconds.toFixed(1)} s`)
  const said = /takes (\d+) clicks/.exec(fs.readFileSync(path.join(root, 'README.md'), 'utf8'))
  expect(clicks).toBe(Number(said?.[1]))
})
