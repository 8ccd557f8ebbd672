/** Custom lists by keyboard and clipboard, and finding any record from the top bar. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { listsApi } from '@muster/contract/lists/lists.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { searchApi } from '@muster/contract/search/search.api'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { toastOf } from './support/app.ts'
import { axe } from './support/axe.ts'
import { api, inATeam, page, teamId, visited } from './support/in-a-team.ts'
import { settled } from './support/keyboard.ts'

inATeam('Lists', {
  viewport: { width: 1440, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
})

const names = (list: Locator) =>
  list
    .getByRole('textbox', { name: /^Name of item/ })
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
const eventually = (read: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(read, { interval: 100 }).toEqual(wanted)

test('a list is created, filled by pasting, reordered by keyboard, and its items are merged and unmerged', async () => {
  await page.goto(`/team-${teamId}/admin/custom-lists`)
  await page.getByRole('button', { name: 'New list' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New list' })
  await dialog.getByLabel('Name of the list').fill('Regions')
  await dialog.getByLabel('Name of one item').fill('Region')
  await dialog.getByRole('button', { name: 'Create list' }).click()
  await page.waitForURL(/\/custom-lists\/\d+\/list-items$/)
  const listId = Number(/custom-lists\/(\d+)/.exec(page.url())?.[1])
  await page.getByRole('heading', { level: 1, name: 'Regions' }).waitFor()
  const list = page.getByRole('list', { name: 'Regions' })

  // Several by pasting lines, one by typing; existing ones are not added again.
  const add = page.getByLabel('Add an item')
  await page.evaluate(() => navigator.clipboard.writeText('North\nSouth\r\nSoutth\n\n  East  \nnorth'))
  await add.focus()
  await page.keyboard.press('Control+v')
  await eventually(() => names(list), ['North', 'South', 'Soutth', 'East'])
  await add.fill('West')
  await add.press('Enter')
  await eventually(() => names(list), ['North', 'South', 'Soutth', 'East', 'West'])

  // By keyboard: West goes up one.
  await eventually(() => list.locator('li[inert]').count(), 0)
  await page.getByRole('button', { name: 'Move West' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('West moved to position 5 of 5.').waitFor({ state: 'attached' })
  await settled(page)
  await page.keyboard.press('ArrowUp')
  await page.getByText('West moved to position 4 of 5.').waitFor({ state: 'attached' })
  await settled(page)
  await page.keyboard.press('Space')
  await eventually(() => names(list), ['North', 'South', 'Soutth', 'West', 'East'])
  const stored = async () =>
    (
      await api.call(recordsApi.query, {
        params: { teamId, dataCollectionId: listId },
        body: { sort: [{ field: 'rank', direction: 'asc' }] },
      })
    ).items
  await eventually(
    async () => (await stored()).map(({ name }) => name),
    ['North', 'South', 'Soutth', 'West', 'East'],
  )

  // A collection that uses it, and records with a misspelled item.
  const offices = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Office', pluralName: 'Offices' },
  })
  const inOffices = { teamId, dataCollectionId: offices.id }
  await api.call(collectionsApi.createField, {
    params: inOffices,
    body: {
      title: 'Region',
      columnName: 'region',
      dataType: 'single_selection_from_list',
      settings: { listId },
    },
  })
  const items = await stored()
  const idOf = (name: string) => items.find((item) => item.name === name)?.id as number
  await api.call(recordsApi.bulk, {
    params: inOffices,
    body: {
      create: [
        { values: { name: 'Évrard Hall', region: idOf('Soutth') } },
        { values: { name: 'Quincy Depot', region: idOf('Soutth') } },
        { values: { name: 'Baker Street', region: idOf('South') } },
      ],
    },
  })
  const uses = async () =>
    Object.fromEntries(
      (await api.call(listsApi.uses, { params: { teamId, dataCollectionId: listId } })).items.map((one) => [
        one.itemId,
        one.count,
      ]),
    )

  // The picker of the field shows the items in the order of the list.
  await page.goto(`/team-${teamId}/custom-lists/${listId}/list-items`)
  await list.getByText('2 uses').waitFor()
  expect(await axe(page)).toEqual([])

  // One in use is not deleted, but replaced.
  await page.getByRole('button', { name: 'Actions for Soutth' }).click()
  await page.getByRole('menuitem', { name: 'Delete and replace' }).waitFor()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).first().waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')

  await page.getByRole('checkbox', { name: 'Select South' }).check()
  await page.getByRole('checkbox', { name: 'Select Soutth' }).check()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const merge = page.getByRole('dialog', { name: 'Merge 2 items' })
  await merge.getByRole('radio', { name: 'South' }).check()
  await merge.getByText('1 of the others').or(merge.getByText('2 uses of the others move to it')).waitFor()
  expect(await axe(page)).toEqual([])
  await merge.getByRole('button', { name: 'Merge items' }).click()
  // The toast stays while the pointer is on it.
  const merged = toastOf(page, 'Merged into “South”')
  await merged.hover()
  await eventually(() => names(list), ['North', 'South', 'West', 'East'])
  await eventually(uses, { [idOf('South')]: 3 })
  await merged.getByRole('button', { name: 'Undo' }).click()
  await eventually(() => names(list), ['North', 'South', 'Soutth', 'West', 'East'])
  await eventually(uses, { [idOf('South')]: 1, [idOf('Soutth')]: 2 })

  await page.goto(`/team-${teamId}/custom-lists`)
  await page.getByRole('link', { name: 'Regions' }).waitFor()
  await page.getByText('Region in Offices').waitFor()
  expect(await axe(page)).toEqual([])
})

test('a record is found without its accents and with a typo, and opened by keyboard', async () => {
  await page.goto(`/team-${teamId}/dashboard`)
  await page.getByRole('heading', { level: 1, name: 'Team Dashboard' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByPlaceholder('Search all records')
  // With nothing typed, recent changes come first.
  await page.getByRole('button', { name: /Baker Street/ }).waitFor()
  for (const typed of ['evrard', 'evrad hall', 'evrar']) {
    await field.fill(typed)
    await page.getByRole('button', { name: /Évrard Hall/ }).waitFor()
  }
  await eventually(() => page.locator('mark').first().textContent(), 'Évrar')
  expect(await axe(page)).toEqual([])
  await field.fill('quinyc')
  await page.getByRole('button', { name: /Quincy Depot/ }).waitFor()
  const [tab] = await Promise.all([
    visited.context.waitForEvent('page'),
    (async () => {
      await page.locator('[data-selected]').waitFor()
      await page.keyboard.press('Control+Enter')
    })(),
  ])
  await tab.waitForURL(/data-records\/\d+/)
  await tab.close()
  await field.fill('quincy')
  await page.getByRole('button', { name: /Quincy Depot/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/data-records\/\d+/)
  await page.getByRole('heading', { level: 1, name: 'Quincy Depot' }).waitFor()
  // Browser tabs and screen readers distinguish pages by it.
  await eventually(() => page.title(), 'Quincy Depot · All fields · Muster')
})

test('a person is found before the many records that contain the same name', async () => {
  /** The first sample team. */
  const sampleId = 1
  const first = async (q: string) =>
    (await api.call(searchApi.all, { params: { teamId: sampleId }, query: { q } })).items[0]?.name
  for (const q of ['B Sanders', 'B Snaders']) await eventually(() => first(q), 'Bernard Sanders')
  await page.goto(`/team-${sampleId}/dashboard`)
  await page.getByRole('heading', { level: 1, name: 'Team Dashboard' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search all records').fill('B Snaders')
  await page
    .getByRole('button', { name: /^Bernard Sanders/ })
    .first()
    .waitFor()
  await page.locator('[data-selected]').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/data-records\/\d+/)
  await page.getByRole('heading', { level: 1, name: 'Bernard Sanders', exact: true }).waitFor()
})

test('recent changes are grouped by day, and link to their records', async () => {
  await page.goto(`/team-${teamId}/recent`)
  // Midnight may have passed since it was made.
  await page.getByRole('heading', { level: 2, name: /today|yesterday/i }).waitFor()
  await page.getByRole('link', { name: /Baker Street/ }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('combobox', { name: 'Kind of change' }).click()
  await page.getByRole('option', { name: 'Message sent' }).click()
  await page.getByText('No recent changes found for this team.').waitFor()
  await page.goto(`/team-${teamId}/recent`)
  await page.getByRole('link', { name: /Baker Street/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Baker Street' }).waitFor()
  expect(visited.errors).toEqual([])
})
